// The sizes in which pictures are kept, and which of them answers a wish for some width.

/** Widths in pixels; heights follow the picture's own proportions. */
export const pictureWidths = [256, 512, 1024, 2048] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** What is kept of a picture: the whole size, and each width that is smaller than it. */
export type PictureVariant = PictureWidth | 'original';

/** Widths that are kept as AVIF too; at 2048 one would cost seconds of a processor. */
export const avifWidths = [256, 512, 1024] as const satisfies readonly PictureWidth[];

export type AvifWidth = (typeof avifWidths)[number];

export const hasAvif = (variant: PictureVariant): variant is AvifWidth => avifWidths.some((width) => width === variant);

/** The wished width rounded up to a width that is kept, or the largest one if it is beyond all of them. */
export function sizeFor(widthPx: number): PictureWidth {
  return pictureWidths.find((width) => width >= widthPx) ?? 2048;
}

/** Which variant of a picture `pictureWidthPx` wide to show for a wished width; a small picture is never enlarged. */
export function variantFor(widthPx: number, pictureWidthPx: number): PictureVariant {
  const width = sizeFor(widthPx);
  return width < pictureWidthPx ? width : 'original';
}
