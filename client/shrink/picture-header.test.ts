// Format and size from the headers of real files.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readHeader } from './picture-header.ts';

const drawn = () => sharp({ create: { width: 321, height: 123, channels: 4, background: '#36c8' } });
const header = (bytes: Uint8Array) => readHeader(new Uint8Array(bytes).buffer);
const size = { width: 321, height: 123 };

test.each([
  ['a JPEG', 'jpeg', () => drawn().jpeg()],
  [
    'a JPEG with metadata before its frame',
    'jpeg',
    () =>
      drawn()
        .withExif({ IFD0: { Copyright: 'x'.repeat(9_000) } })
        .jpeg(),
  ],
  ['a progressive JPEG', 'jpeg', () => drawn().jpeg({ progressive: true })],
  ['a PNG', 'png', () => drawn().png()],
  ['a WebP with transparency', 'webp', () => drawn().webp()],
  ['a WebP without loss', 'webp', () => drawn().webp({ lossless: true })],
  ['a WebP without transparency', 'webp', () => drawn().removeAlpha().webp()],
])('%s', async (_, format, make) => {
  expect(header(await make().toBuffer())).toEqual({ format, size });
});

const container = (brand: string) => new TextEncoder().encode(`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1`);

test('HEIC is recognised by its brand, and AVIF and other formats are not accepted', async () => {
  for (const brand of ['heic', 'heix', 'mif1']) expect(header(container(brand)).format).toBe('heic');
  expect(header(container('avif')).format).toBe(null);
  expect(header(await drawn().gif().toBuffer())).toEqual({ format: null, size: null });
});

test('a file that ends within its header has no known size', async () => {
  const jpeg = await drawn().jpeg().toBuffer();
  expect(header(jpeg.subarray(0, 30))).toEqual({ format: 'jpeg', size: null });
  expect(header((await drawn().png().toBuffer()).subarray(0, 18))).toEqual({ format: null, size: null });
  expect(header(new Uint8Array())).toEqual({ format: null, size: null });
});
