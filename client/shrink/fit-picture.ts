// Reduces the size and quality of a picture until it fits the upload limit; upright and without metadata.
import { limits } from '#shared/rules/limits.ts';
import type { Size } from './picture-header.ts';

/** How a browser reads and writes pictures; tests simulate other browsers. */
export interface Codec<Picture extends Size> {
  /** The upright picture. Rejects if this browser can't read the file. */
  readonly decode: (file: Blob) => Promise<Picture>;
  /** Scaled to `size`. The result has another type if the browser cannot encode the requested one. */
  readonly encode: (picture: Picture, size: Size, type: EncodedType, quality: number) => Promise<Blob>;
}

/** WebP first if the picture may have transparency. Safari can't write it. JPEG is several times as fast. */
export type EncodedType = 'image/webp' | 'image/jpeg';

/** Pixels and qualities, tried in order. Larger canvases than the first fail on phones. */
const attempts = [
  { pixels: 16_000_000, quality: 0.9 },
  { pixels: 16_000_000, quality: 0.8 },
  { pixels: 8_000_000, quality: 0.8 },
  { pixels: 4_000_000, quality: 0.8 },
  { pixels: 2_000_000, quality: 0.7 },
] as const;
/** The longest side of a WebP picture; the server converts to WebP. */
const maxSide = 16_383;

/** `report` gets the fraction of the work that is done. Rejects if the picture can't be read or made small enough. */
export async function fitPicture<Picture extends Size>(
  file: Blob,
  types: readonly EncodedType[],
  { decode, encode }: Codec<Picture>,
  report: (part: number) => void,
): Promise<Blob> {
  report(0.1);
  const picture = await decode(file);
  for (const [index, { pixels, quality }] of attempts.entries()) {
    report(0.5 + (0.5 * index) / attempts.length);
    const size = within(picture, pixels);
    for (const type of types) {
      const blob = await encode(picture, size, type, quality);
      if (blob.type === type && blob.size <= limits.pictureUploadBytes) return blob;
    }
  }
  throw new Error('The picture could not be made small enough.');
}

/** The largest size with this aspect ratio and at most `pixels` pixels; pictures are never enlarged. */
function within({ width, height }: Size, pixels: number): Size {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
