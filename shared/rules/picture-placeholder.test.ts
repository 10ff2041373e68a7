// Encoding and decoding of picture placeholders.
import { expect, test } from 'vitest';
import { decodePlaceholder, encodePlaceholder } from './picture-placeholder.ts';

const pixels = Uint8Array.from({ length: 27 }, (_, at) => (at * 37) % 256);

test('nine pixels are encoded as 36 characters and decoded again', () => {
  const text = encodePlaceholder(pixels);
  expect(text).toHaveLength(36);
  expect(decodePlaceholder(text)).toEqual(pixels);
});

test('the encoding is standard base64', () => {
  expect(encodePlaceholder(pixels)).toBe(Buffer.from(pixels).toString('base64'));
});

test('a wrong number of pixels is rejected', () => {
  expect(() => encodePlaceholder(pixels.slice(1))).toThrow(RangeError);
});

test.each(['', 'gICA', `${'gICA'.repeat(8)}gI==`, `${'gICA'.repeat(8)}!!!!`, 'gICA'.repeat(10)])(
  '%j is not a placeholder',
  (text) => {
    expect(decodePlaceholder(text)).toBeNull();
  },
);
