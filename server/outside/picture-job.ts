// The jobs of the picture worker, their answers and refusals.
import type { AvifWidth, PictureVariant } from '#shared/rules/picture-sizes.ts';

export interface ScaledPicture {
  /** Size in pixels of the upright picture, that of `variants.get('original')`. */
  width: number;
  height: number;
  /** Preview to paint before the picture has loaded, see shared/rules/picture-placeholder.ts. */
  placeholder: string;
  /** Perceptual hash, see picture-fingerprint.ts. */
  fingerprint: string;
  /** WebP files without metadata: 'original' and each of the usual widths that is smaller. */
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

/** A refused picture; only 'too-busy' is worth a retry. */
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
  /** Processor time, so that other load of the machine does not count. */
  maxMs: number;
  /** A picture of at least this many pixels is answered 'large' instead of being decoded. */
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
