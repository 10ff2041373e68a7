// Texts about PIN strength and wrong PINs.
import { expect, test } from 'vitest';
import { pinStrength, triesText } from './lock-texts.ts';

const strengthOf = (pin: string) => pinStrength(pin, 6).level;

test('a PIN is too short, weak, fair or strong', () => {
  expect(strengthOf('12345')).toBe('short');
  expect(strengthOf('739184')).toBe('weak');
  expect(strengthOf('73918462057')).toBe('fair');
  expect(strengthOf('blue-74-kettle')).toBe('strong');
});

test('a PIN of Arabic digits is as strong as one of other digits, and one of Arabic letters as one of other letters', () => {
  expect(strengthOf('٧٣٩١٨٤٦٢')).toBe(strengthOf('73918462'));
  expect(strengthOf('قهوةوسمكةزرقاء')).toBe(strengthOf('kaffeeundfisch'));
});

test('repeated or consecutive characters make a PIN hardly stronger', () => {
  expect(strengthOf('111111111111')).toBe('weak');
  expect(strengthOf('abcdefghijkl')).toBe('weak');
});

test('the message after a wrong PIN mentions the tries left once few remain', () => {
  expect(triesText({ is: 'wrong', triesLeft: 9 })).toBe('That is not the PIN.');
  expect(triesText({ is: 'wrong', triesLeft: 3 })).toContain('3 more wrong tries');
  expect(triesText({ is: 'wrong', triesLeft: 1 })).toContain('one more wrong try');
});
