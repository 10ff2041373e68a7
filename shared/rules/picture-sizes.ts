// The stored sizes of pictures, and the choice of one for a requested width.

/** Widths in pixels; heights follow the picture's own proportions. */
export const pictureWidths = [256, 512, 1024, 2048] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** A stored file of a picture: the original size, or one of the smaller widths. */
export type PictureVariant = PictureWidth | 'original';

/** Widths that are also stored as AVIF; encoding one of 2048 would take seconds of CPU. */
export const avifWidths = [256, 512, 1024] as const satisfies readonly PictureWidth[];

export type AvifWidth = (typeof avifWidths)[number];

export const hasAvif = (variant: PictureVariant): variant is AvifWidth => avifWidths.some((width) => width === variant);

/** The requested width rounded up to a stored width, at most the largest one. */
export function sizeFor(widthPx: number): PictureWidth {
  return pictureWidths.find((width) => width >= widthPx) ?? 2048;
}

/** The variant of a picture of `pictureWidthPx` to show at a requested width; a small picture is never enlarged. */
export function variantFor(widthPx: number, pictureWidthPx: number): PictureVariant {
  const width = sizeFor(widthPx);
  return width < pictureWidthPx ? width : 'original';
}
