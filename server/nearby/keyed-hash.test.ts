// The prepared hash is HMAC-SHA-256, whatever the lengths of key and text.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fractionAt, keyedHash } from './keyed-hash.ts';

test.each([1, 43, 64, 65, 200])('a key of %i characters', (length) => {
  const secret = 'k'.repeat(length - 1) + 'é';
  const hashed = keyedHash(secret);
  for (const text of ['', 'a:1:2', 'ü'.repeat(40), 'x'.repeat(1_000), 'short again'])
    expect(hashed(text)).toBe(createHmac('sha256', secret).update(text).digest('hex'));
});

test('four bytes are a fraction', () => {
  expect(fractionAt('80000000ffffffff00', 0)).toBe(0.5);
  expect(fractionAt('80000000ffffffff00', 4)).toBe(1 - 2 ** -32);
});
