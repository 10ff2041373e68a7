// Paints lines of latitude and longitude, so that scale and movement are visible on open land, too.
import type { FrameState } from 'ol/Map.js';
import type { MapColours } from '#shared/rules/map-colours.ts';
import { toMercator, toPoint } from './map-geometry.ts';

/** Degrees between two lines. */
const steps = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const minGapPx = 96;
const widthPx = 2;
const opacity = 0.75;

type View = { readonly center: number[]; readonly resolution: number };

/** The lines in view, in pixels from the view's left and upper edges. They are at least 96 pixels apart. */
export function graticule({ center, resolution }: View, [width = 0, height = 0]: number[]): { xs: number[]; ys: number[] } {
  const [middleX = 0, middleY = 0] = center;
  const degreePx = toMercator({ lat: 0, lon: 1 })[0] / resolution;
  const step = steps.find((degrees) => degrees * degreePx >= minGapPx);
  if (step === undefined) return { xs: [], ys: [] };
  const [south, north] = [-1, 1].map((side) => toPoint([middleX, middleY + (side * height * resolution) / 2]).lat / step);
  const xs: number[] = [];
  const ys: number[] = [];
  const gap = step * degreePx;
  const greenwich = width / 2 - middleX / resolution;
  for (let x = greenwich + Math.ceil(-greenwich / gap) * gap; x <= width; x += gap) xs.push(x);
  for (let line = Math.ceil(south ?? 0); line <= (north ?? 0); line += 1)
    ys.push(height / 2 + (middleY - toMercator({ lat: line * step, lon: 0 })[1]) / resolution);
  return { xs, ys };
}

/** Paints the lines over the whole view, so that open ground is not empty. */
export function paintGraticule(context: CanvasRenderingContext2D, frame: FrameState, { road }: MapColours): void {
  const [width = 0, height = 0] = frame.size;
  const { xs, ys } = graticule(frame.viewState, frame.size);
  context.fillStyle = road;
  context.globalAlpha = opacity;
  for (const x of xs) context.fillRect(x - widthPx / 2, 0, widthPx, height);
  for (const y of ys) context.fillRect(0, y - widthPx / 2, width, widthPx);
  context.globalAlpha = 1;
}
