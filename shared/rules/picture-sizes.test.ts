// Stored widths and variants for requested widths.
import { expect, test } from 'vitest';
import { hasAvif, storedWidthFor, variantFor } from './picture-sizes.ts';

test.each([
  [0, 256],
  [1, 256],
  [256, 256],
  [256.5, 512],
  [257, 512],
  [512, 512],
  [513, 1024],
  [1024, 1024],
  [1025, 2048],
  [2048, 2048],
  [2049, 2048],
  [1e9, 2048],
])('a request for %d px is served with %d px', (requested, width) => {
  expect(storedWidthFor(requested)).toBe(width);
});

test('a picture is scaled down but never enlarged', () => {
  expect(variantFor(500, 4000)).toBe(512);
  expect(variantFor(9000, 4000)).toBe(2048);
  expect(variantFor(500, 513)).toBe(512);
  expect(variantFor(500, 512)).toBe('original');
  expect(variantFor(500, 300)).toBe('original');
});

test('widths up to 1024 px are also stored as AVIF, larger ones and the original are not', () => {
  expect(([256, 512, 1024, 2048, 'original'] as const).map(hasAvif)).toEqual([true, true, true, false, false]);
});
