// First messages that have the same key, and those too common to have one.
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
    'emoji, digits and line breaks',
    'Hello Ben 😍😍\n\nI saw your profile 4711 and think\nwe could be very happy together 💋 88',
    'Ben',
  ],
  ['letters of another style', '𝗛𝗲𝗹𝗹𝗼 Ben, I saw your profile and think we could be very happy together.', 'Ben'],
  ['accents', 'Hellö Ben, I sàw your profile and think we could be very happy together.', 'Ben'],
  ['invisible characters', 'Hel\u200blo Ben, I saw your pro\u00adfile and think we could be very happy together.', 'Ben'],
])('%s do not change the key', (_disguise, text, name) => {
  expect(openerKey(text, name)).toBe(key);
});

test.each([
  'Hello Ben, I read about your garden and wonder which figs those are.',
  'Hello Ben, I saw your profile. Is that the old lighthouse behind you?',
])('a message with other words has another key: %s', (text) => {
  expect(openerKey(text, 'Ben')).not.toBe(key);
});

test.each([
  'Hey',
  'Hi there, how are you?',
  'hellooooooooooooooooooooooo',
  '😍😍😍😍😍😍😍😍😍😍😍😍',
  '',
  '12345678901234567890 555',
])('a text that many people write by chance has no key: %s', (text) => {
  expect(openerKey(text, 'Ben')).toBe(null);
});

test('a text in a script without letter case has a key', () => {
  const text = '你好，我看了你的个人资料，我觉得我们可以在一起非常幸福快乐';
  expect(openerKey(text, 'Ben')).toBe(openerKey(`${text}！！`, 'Ben'));
  expect(openerKey(text, 'Ben')).not.toBe(null);
});
