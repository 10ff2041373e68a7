// The stored picture widths, and the choice of one for a requested width.

/** In pixels; the heights keep the picture's aspect ratio. */
export const pictureWidths = [256, 512, 1024, 2048] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** A stored file of a picture: full size, or scaled down to a width. */
export type PictureVariant = PictureWidth | 'original';

/** Widths that are also stored as AVIF; encoding 2048 would take seconds of CPU. */
export const avifWidths = [256, 512, 1024] as const satisfies readonly PictureWidth[];

/** The widths in which a picture is stored besides its full size; pictures are never enlarged. */
export const smallerWidths = (pictureWidthPx: number): readonly PictureWidth[] =>
  pictureWidths.filter((width) => width < pictureWidthPx);

export type AvifWidth = (typeof avifWidths)[number];

export const hasAvif = (variant: PictureVariant): variant is AvifWidth => avifWidths.some((width) => width === variant);

/** Rounds up to a stored width, at most the largest. */
export function storedWidthFor(widthPx: number): PictureWidth {
  return pictureWidths.find((width) => width >= widthPx) ?? 2048;
}

/** The variant for a requested width; pictures are never enlarged. */
export function variantFor(widthPx: number, pictureWidthPx: number): PictureVariant {
  const width = storedWidthFor(widthPx);
  return width < pictureWidthPx ? width : 'original';
}
