// How a picture is looked at closer: its scale and its way from the middle of its stage, and how both change without leaving it.
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Look {
  /** 1 shows the whole picture. */
  readonly scale: number;
  /** Of the picture's middle from the stage's, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

export const wholeLook: Look = { scale: 1, x: 0, y: 0 };
export const mostScale = 5;

/** The nearest look that leaves no gap between a grown picture and the edges of its stage. */
export function keptLook({ scale, x, y }: Look, { width, height }: Room): Look {
  const held = clamp(scale, 1, mostScale);
  const room = (side: number): number => ((held - 1) * side) / 2;
  return { scale: held, x: clamp(x, -room(width), room(width)), y: clamp(y, -room(height), room(height)) };
}

/** What lies at `point`, as seen from the middle of the stage, stays there while the picture grows or shrinks. */
export function zoomedAt(look: Look, factor: number, point: Point, room: Room): Look {
  const scale = clamp(look.scale * factor, 1, mostScale);
  const grown = scale / look.scale;
  return keptLook({ scale, x: point.x - (point.x - look.x) * grown, y: point.y - (point.y - look.y) * grown }, room);
}

// Adding zero makes a plain zero of a negative one.
const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most) + 0;
