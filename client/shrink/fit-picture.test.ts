// Tests the files made of large pictures, with a fake browser that reads and writes them.
import { expect, test, vi } from 'vitest';
import { limits } from '#shared/rules/limits.ts';
import { fitPicture, type Codec, type EncodedType } from './fit-picture.ts';
import type { Size } from './picture-header.ts';

interface Written extends Size {
  readonly type: EncodedType;
  readonly quality: number;
}

/** A browser that reads every file as a picture of this size, and whose files take `bytesPerPixel` at full quality. */
function browser(size: Size, { bytesPerPixel = 0.4, writes = ['image/jpeg', 'image/webp'] } = {}) {
  const written: Written[] = [];
  const codec: Codec<Size> = {
    decode: async () => size,
    encode: async (_, { width, height }, type, quality) => {
      written.push({ width, height, type, quality });
      const bytes = Math.ceil(width * height * bytesPerPixel * quality);
      return sized(bytes, writes.includes(type) ? type : 'image/png');
    },
  };
  return { codec, written };
}
/** A blob that claims to have this many bytes. */
const sized = (size: number, type: string): Blob => Object.defineProperty(new Blob([], { type }), 'size', { value: size });

const photo = new Blob(['pixels']);
const fit = (
  codec: Codec<Size>,
  types: readonly EncodedType[] = ['image/jpeg'],
  report: (part: number) => void = () => undefined,
) => fitPicture(photo, types, codec, report);

test('a large photo keeps its aspect and as many pixels as a phone can draw', async () => {
  const { codec, written } = browser({ width: 16_320, height: 12_240 });
  expect((await fit(codec)).size).toBeLessThanOrEqual(limits.pictureUploadBytes);
  expect(written).toEqual([{ width: 4_618, height: 3_464, type: 'image/jpeg', quality: 0.9 }]);
});

test('quality and then pixels step down until the file fits', async () => {
  const { codec, written } = browser({ width: 4_000, height: 4_000 }, { bytesPerPixel: 1.5 });
  expect((await fit(codec)).size).toBeLessThanOrEqual(limits.pictureUploadBytes);
  expect(written.map(({ width, quality }) => [width, quality])).toEqual([
    [4_000, 0.9],
    [4_000, 0.8],
    [2_828, 0.8],
    [2_000, 0.8],
  ]);
});

test('small HEIC pictures keep their size, and panoramas get the longest side that the server accepts', async () => {
  const small = browser({ width: 3_024, height: 4_032 });
  await fit(small.codec);
  expect(small.written).toEqual([{ width: 3_024, height: 4_032, type: 'image/jpeg', quality: 0.9 }]);
  const panorama = browser({ width: 40_000, height: 400 });
  await fit(panorama.codec);
  expect(panorama.written).toMatchObject([{ width: 16_383, height: 163 }]);
});

test('if a browser writes PNG instead of WebP, the picture becomes a JPEG', async () => {
  const { codec, written } = browser({ width: 100, height: 100 }, { writes: ['image/jpeg'] });
  expect((await fit(codec, ['image/webp', 'image/jpeg'])).type).toBe('image/jpeg');
  expect(written.map(({ type }) => type)).toEqual(['image/webp', 'image/jpeg']);
});

test('progress grows, and a picture that never fits or can’t be read is an error', async () => {
  const report = vi.fn();
  const { codec } = browser({ width: 4_000, height: 4_000 }, { bytesPerPixel: 99 });
  await expect(fit(codec, ['image/jpeg'], report)).rejects.toThrow('small enough');
  const parts = report.mock.calls.map(([part]) => Number(part));
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect([parts.length, Math.max(...parts) < 1]).toEqual([6, true]);
  const blind = { ...codec, decode: () => Promise.reject(new DOMException('', 'InvalidStateError')) };
  await expect(fit(blind)).rejects.toThrow(DOMException);
});
