// The part that is cut out of a picture: position, size and rotation. Pure geometry, for the screen and for the drawing.
import { limits } from '#shared/rules/limits.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Cut {
  /** The middle of the cut, from the middle of the picture, in pixels of the upright picture. */
  readonly middle: Point;
  /** 1 is the largest cut that fits the rotated picture; 2 is half as wide. */
  readonly zoom: number;
  /** Clockwise rotation of the picture, above -180 and up to 180. */
  readonly degrees: number;
}

export const wholeCut: Cut = { middle: { x: 0, y: 0 }, zoom: 1, degrees: 0 };

/** Beyond this a phone's picture is only a blur. */
export const mostZoom = 5;

/** A point after a clockwise rotation around the origin; y points down. */
export function turnedPoint({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = cosSin(degrees);
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The largest cut of a rotated picture, in its pixels. */
function widestCut(degrees: number, { width, height }: Size): number {
  const [cos, sin] = uprightParts(degrees);
  return Math.min(width / (cos + sin / limits.pictureAspect), height / (sin + cos / limits.pictureAspect));
}

/** In pixels of the picture. */
export function cutSize({ zoom, degrees }: Cut, picture: Size): Size {
  const width = widestCut(degrees, picture) / zoom;
  return { width, height: width / limits.pictureAspect };
}

/** Half the sides of the upright box around the rotated cut, in pixels of the picture. */
export function halfBox(cut: Cut, picture: Size): Point {
  const { width, height } = cutSize(cut, picture);
  const [cos, sin] = uprightParts(cut.degrees);
  return { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 };
}

/** The nearest cut that has no corner outside of the picture. */
export function clampCut(cut: Cut, picture: Size): Cut {
  const held = { ...cut, zoom: clamp(cut.zoom, 1, mostZoom), degrees: 180 - modulo(180 - cut.degrees, 360) };
  const half = halfBox(held, picture);
  const middle = {
    x: within(held.middle.x, picture.width / 2 - half.x),
    y: within(held.middle.y, picture.height / 2 - half.y),
  };
  return { ...held, middle };
}

/** The same part of the picture, in the pixels of another size of it. */
export const rescaled = (cut: Cut, factor: number): Cut => ({
  ...cut,
  middle: { x: cut.middle.x * factor, y: cut.middle.y * factor },
});

function cosSin(degrees: number): [cos: number, sin: number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}
/** Parts of a rotated side along its old direction and across it. */
function uprightParts(degrees: number): [along: number, across: number] {
  const [cos, sin] = cosSin(degrees);
  return [Math.abs(cos), Math.abs(sin)];
}
const modulo = (value: number, by: number): number => ((value % by) + by) % by;
const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
/** Rounding may make the room slightly negative. */
const within = (value: number, room: number): number => clamp(value, -Math.max(room, 0), Math.max(room, 0));
