// First messages that count as the same, and those too common to count.
import { expect, test } from 'vitest';
import { openerKey } from './opener-text.ts';

const original = 'Hello Ben, I saw your profile and think we could be very happy together.';
const key = openerKey(original, 'Ben');

test.each([
  ['another name', 'Hello Carl, I saw your profile and think we could be very happy together.', 'Carl'],
  ['a name of two words', 'Hello big bear, I saw your profile and think we could be very happy together.', 'Big Bear'],
  ['other case and punctuation', 'HELLO BEN!!! i saw your profile, and think: we could be very happy together', 'Ben'],
  ['stretched letters', 'Hellooooo Ben, I saw your profile and think we could be veryyy happy together.', 'Ben'],
  [
    'emoji, digits and lines between',
    'Hello Ben 😍😍\n\nI saw your profile 4711 and think\nwe could be very happy together 💋 88',
    'Ben',
  ],
  ['letters of another style', '𝗛𝗲𝗹𝗹𝗼 Ben, I saw your profile and think we could be very happy together.', 'Ben'],
  ['accents', 'Hellö Ben, I sàw your profile and think we could be very happy together.', 'Ben'],
  ['invisible characters', 'Hel\u200blo Ben, I saw your pro\u00adfile and think we could be very happy together.', 'Ben'],
])('%s do not make a message different', (_what, text, name) => {
  expect(openerKey(text, name)).toBe(key);
});

test.each([
  'Hello Ben, I read about your garden and wonder which figs those are.',
  'Hello Ben, I saw your profile. Is that the old lighthouse behind you?',
])('different words make a message different: %s', (text) => {
  expect(openerKey(text, 'Ben')).not.toBe(key);
});

test.each([
  'Hey',
  'Hi there, how are you?',
  'hellooooooooooooooooooooooo',
  '😍😍😍😍😍😍😍😍😍😍😍😍',
  '',
  '12345678901234567890 555',
])('what many people write anyway does not count: %s', (text) => {
  expect(openerKey(text, 'Ben')).toBe(null);
});

test('scripts without case count too', () => {
  const text = '你好，我看了你的个人资料，我觉得我们可以在一起非常幸福快乐';
  expect(openerKey(text, 'Ben')).toBe(openerKey(`${text}！！`, 'Ben'));
  expect(openerKey(text, 'Ben')).not.toBe(null);
});
