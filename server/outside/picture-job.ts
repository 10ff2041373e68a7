// The jobs for the picture process, its answers, and why it refuses pictures.
import type { AvifWidth, PictureVariant } from '#shared/rules/picture-sizes.ts';

export interface ScaledPicture {
  /** The size in pixels of the upright picture, as in `variants.get('original')`. */
  width: number;
  height: number;
  /** The placeholder to show before the picture has loaded; see shared/rules/picture-placeholder.ts. */
  placeholder: string;
  /** The perceptual hash; see picture-fingerprint.ts. */
  fingerprint: string;
  /** WebP files without metadata: 'original', and the stored widths that are smaller. */
  variants: Map<PictureVariant, Buffer>;
}

/** A part of an upright picture, in its pixels. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type PictureRefusal = 'not-a-picture' | 'too-large' | 'too-many-pixels' | 'damaged' | 'too-slow' | 'too-busy';

/** A picture was refused. Only after 'too-busy' does it help to try again. */
export class PictureRefused extends Error {
  readonly reason: PictureRefusal;

  constructor(reason: PictureRefusal) {
    super(`picture refused: ${reason}`);
    this.name = 'PictureRefused';
    this.reason = reason;
  }
}

export interface PictureJob {
  make: 'variants' | 'avif' | 'fingerprints';
  bytes: Buffer;
  maxPixels: number;
  /** Processor time, so that it does not matter what else the machine does. */
  maxMs: number;
  /** A picture with at least this many pixels is not decoded, and the answer is 'large'. */
  largeFrom: number;
  /** Only this part is processed. */
  part?: PicturePart | undefined;
}

export type PictureAnswer =
  | ScaledPicture
  | { avif: Map<AvifWidth, Buffer> }
  | { fingerprints: string[] }
  | PictureRefusal
  | 'large';
