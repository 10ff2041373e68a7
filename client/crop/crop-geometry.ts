// The geometry of a crop: position, size and rotation of the part of a picture that is kept.
import { limits } from '#shared/rules/limits.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Crop {
  /** The offset from the centre of the picture to that of the crop, in pixels of the unrotated picture. */
  readonly middle: Point;
  /** 1 is the largest crop that fits the rotated picture, 2 is half as wide. */
  readonly zoom: number;
  /** Clockwise rotation of the picture, above -180 and up to 180. */
  readonly degrees: number;
}

export const fullCrop: Crop = { middle: { x: 0, y: 0 }, zoom: 1, degrees: 0 };

/** At a higher zoom, pictures taken with phones look blurred. */
export const maxZoom = 5;

/** A point after a clockwise rotation around the origin; y points down. */
export function rotatedPoint({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = cosSin(degrees);
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The width of the largest crop that fits the rotated picture, in pixels of the picture. */
function widestCrop(degrees: number, { width, height }: Size): number {
  const [cos, sin] = absCosSin(degrees);
  return Math.min(width / (cos + sin / limits.pictureAspect), height / (sin + cos / limits.pictureAspect));
}

/** The size of the crop in pixels of the picture. */
export function cropSize({ zoom, degrees }: Crop, picture: Size): Size {
  const width = widestCrop(degrees, picture) / zoom;
  return { width, height: width / limits.pictureAspect };
}

/** Half the width and height of the rotated crop's bounding box, in pixels of the picture. */
export function halfBox(crop: Crop, picture: Size): Point {
  const { width, height } = cropSize(crop, picture);
  const [cos, sin] = absCosSin(crop.degrees);
  return { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 };
}

/** The nearest crop that is entirely inside the picture, with zoom and rotation within their limits. */
export function clampCrop(crop: Crop, picture: Size): Crop {
  const normalized = { ...crop, zoom: clamp(crop.zoom, 1, maxZoom), degrees: 180 - modulo(180 - crop.degrees, 360) };
  const half = halfBox(normalized, picture);
  const middle = {
    x: clampAround0(normalized.middle.x, picture.width / 2 - half.x),
    y: clampAround0(normalized.middle.y, picture.height / 2 - half.y),
  };
  return { ...normalized, middle };
}

/** The same crop of a larger or smaller copy of the picture. */
export const rescaled = (crop: Crop, factor: number): Crop => ({
  ...crop,
  middle: { x: crop.middle.x * factor, y: crop.middle.y * factor },
});

function cosSin(degrees: number): [cos: number, sin: number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}
/** The width and height of the bounding box of a rotated horizontal line, relative to its length. */
function absCosSin(degrees: number): [along: number, across: number] {
  const [cos, sin] = cosSin(degrees);
  return [Math.abs(cos), Math.abs(sin)];
}
const modulo = (value: number, by: number): number => ((value % by) + by) % by;
const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
/** Because of rounding, `max` may be slightly negative. */
const clampAround0 = (value: number, max: number): number => clamp(value, -Math.max(max, 0), Math.max(max, 0));
