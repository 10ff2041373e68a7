// Scale and offset of a picture inside its frame, and how both change while the picture keeps covering the frame.
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Zoom {
  /** 1 shows the whole picture. */
  readonly scale: number;
  /** Offset of the picture's middle from the frame's, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 5;

/** The nearest zoom that leaves no gap between an enlarged picture and the edges of its frame. */
export function clampZoom({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const held = clamp(scale, 1, maxScale);
  const frame = (side: number): number => ((held - 1) * side) / 2;
  return { scale: held, x: clamp(x, -frame(width), frame(width)), y: clamp(y, -frame(height), frame(height)) };
}

/** The picture's spot at `point`, counted from the middle of the frame, stays there while the picture grows or shrinks. */
export function zoomedAt(zoom: Zoom, factor: number, point: Point, frame: Size): Zoom {
  const scale = clamp(zoom.scale * factor, 1, maxScale);
  const grown = scale / zoom.scale;
  return clampZoom({ scale, x: point.x - (point.x - zoom.x) * grown, y: point.y - (point.y - zoom.y) * grown }, frame);
}

// Adding zero turns -0 into 0.
const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most) + 0;
