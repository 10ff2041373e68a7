// Computes the scale and offset of a picture that always fills its frame.
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Zoom {
  /** At 1 the whole picture is visible. */
  readonly scale: number;
  /** The distance between the centres of picture and frame, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 5;

/** The nearest zoom at which there is no gap between picture and frame. */
export function clampZoom({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const clamped = clamp(scale, 1, maxScale);
  const limit = (side: number): number => ((clamped - 1) * side) / 2;
  return { scale: clamped, x: clamp(x, -limit(width), limit(width)), y: clamp(y, -limit(height), limit(height)) };
}

/** Scales around `point`, which is relative to the centre of the frame. */
export function zoomedAt(zoom: Zoom, factor: number, point: Point, frame: Size): Zoom {
  const scale = clamp(zoom.scale * factor, 1, maxScale);
  const growth = scale / zoom.scale;
  return clampZoom({ scale, x: point.x - (point.x - zoom.x) * growth, y: point.y - (point.y - zoom.y) * growth }, frame);
}

// Adding zero turns -0 into 0.
const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max) + 0;
