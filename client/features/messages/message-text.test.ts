// Tests how links and emoji in the text of a message are recognised.
import { expect, test } from 'vitest';
import { isOnlyEmoji, textParts } from './message-text.ts';

const linksIn = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test('a web address becomes a link, and the surrounding text is unchanged', () => {
  expect(textParts('See https://example.org/a?b=1#c, and\nhttp://example.com')).toEqual([
    { text: 'See ' },
    { text: 'https://example.org/a?b=1#c', href: 'https://example.org/a?b=1#c' },
    { text: ', and\n' },
    { text: 'http://example.com', href: 'http://example.com/' },
  ]);
});

test('punctuation after an address is not part of it, but a bracket that closes one inside it is', () => {
  expect(linksIn('(at https://example.org/x).')).toEqual(['https://example.org/x']);
  expect(linksIn('https://example.org/Bear_(gay_culture)!')).toEqual(['https://example.org/Bear_(gay_culture)']);
});

test('quotation marks and punctuation of other languages after an address are not part of it', () => {
  for (const end of ['؟', '،', '؛', '۔', '“', '‘', '’.', '›', '»', '。', '！', '）', '…'])
    expect(linksIn(`https://example.org/x${end}`), end).toEqual(['https://example.org/x']);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'ftp://example.org',
  'https://bank.example@evil.example/',
  'https://',
  'www.example.org',
])('%s is plain text', (text) => {
  expect(textParts(text)).toEqual([{ text }]);
});

test('no text is lost, and markup is plain text', () => {
  for (const text of ['', '<b>https://example.org</b><script>', 'a https://x.org b https://y.org.'])
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});

test('one to three emoji without text are recognised', () => {
  expect(['😍', '👨‍👩‍👧 🏳️‍🌈', '👍🏽👍🏽👍🏽'].map(isOnlyEmoji)).toEqual([true, true, true]);
  expect(['1️⃣', 'ℹ️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪 ❤️'].map(isOnlyEmoji)).toEqual([true, true, true, true]);
  expect(['12', '#', '* 1', 'مرحبا', '😍 ok'].map(isOnlyEmoji)).toEqual([false, false, false, false, false]);
  expect(['', '1', 'ok 😍', '😍😍😍😍'].map(isOnlyEmoji)).toEqual([false, false, false, false]);
});
