// Placeholders of pictures, encoded and decoded.
import { expect, test } from 'vitest';
import { decodePlaceholder, encodePlaceholder } from './picture-placeholder.ts';

const pixels = Uint8Array.from({ length: 27 }, (_, at) => (at * 37) % 256);

test('nine pixels become 36 characters and the same nine pixels again', () => {
  const text = encodePlaceholder(pixels);
  expect(text).toHaveLength(36);
  expect(decodePlaceholder(text)).toEqual(pixels);
});

test('the encoding is standard base64', () => {
  expect(encodePlaceholder(pixels)).toBe(Buffer.from(pixels).toString('base64'));
});

test('another number of pixels is no placeholder', () => {
  expect(() => encodePlaceholder(pixels.slice(1))).toThrow(RangeError);
});

test.each(['', 'gICA', `${'gICA'.repeat(8)}gI==`, `${'gICA'.repeat(8)}!!!!`, 'gICA'.repeat(10)])(
  '%j stands for nothing',
  (text) => {
    expect(decodePlaceholder(text)).toBeNull();
  },
);
