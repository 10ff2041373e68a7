// What the upload screen refuses before anything is sent.
import { expect, test } from 'vitest';
import { refusalOf } from './picture-upload.ts';

test.each([
  ['image/png', 8_192_000, null],
  ['image/jpeg', 1, null],
  ['image/webp', 1, null],
  ['image/gif', 1, 'Error: only png, jpeg and webp pictures are accepted.'],
  ['', 1, 'Error: only png, jpeg and webp pictures are accepted.'],
  ['image/png', 8_192_001, 'Error: the picture is larger than 8,192,000 bytes.'],
  ['image/heic', 8_192_001, 'Error: only png, jpeg and webp pictures are accepted. the picture is larger than 8,192,000 bytes.'],
])('%s of %i bytes: %s', (type, size, refusal) => {
  expect(refusalOf({ type, size })).toBe(refusal);
});
