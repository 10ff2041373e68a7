// Makes a picture smaller until it fits the upload limit. The result is upright and has no metadata.
import { limits } from '#shared/rules/limits.ts';
import type { Size } from './picture-header.ts';

/** How a browser reads and writes pictures. Tests simulate other browsers. */
export interface Codec<Picture extends Size> {
  /** Returns the upright picture. Rejects if this browser cannot read the file. */
  readonly decode: (file: Blob) => Promise<Picture>;
  /** Scales to `size`. If the browser cannot write the type, the result has another one. */
  readonly encode: (picture: Picture, size: Size, type: EncodedType, quality: number) => Promise<Blob>;
}

/** WebP is tried first if the picture may be transparent, but Safari cannot write it. JPEG is several times as fast. */
export type EncodedType = 'image/webp' | 'image/jpeg';

/** Pixels and qualities, tried in this order. On phones, canvases that are larger than the first fail. */
const attempts = [
  { pixels: 16_000_000, quality: 0.9 },
  { pixels: 16_000_000, quality: 0.8 },
  { pixels: 8_000_000, quality: 0.8 },
  { pixels: 4_000_000, quality: 0.8 },
  { pixels: 2_000_000, quality: 0.7 },
] as const;
/** The longest side of a WebP picture, to which the server converts. */
const maxSide = 16_383;

/** `report` is called with the fraction that is done. Rejects if the picture cannot be read or made small enough. */
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

/** The largest size with this aspect ratio and at most `pixels` pixels. Pictures are never enlarged. */
function within({ width, height }: Size, pixels: number): Size {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
