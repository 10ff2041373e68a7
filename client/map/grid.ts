// A faint grid of parallels and meridians, so that moving over a wide plain is seen.
import type { FrameState } from 'ol/Map.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';

/** Steps in degrees; the smallest is taken whose lines are at least `leastPx` apart. */
const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
const leastPx = 90;
const metresPerDegree = 111_319.49;

/** Degrees between two lines, for so many web mercator metres per pixel. */
export function gridStep(resolution: number): number {
  const leastDegrees = (leastPx * resolution) / metresPerDegree;
  return steps.find((step) => step >= leastDegrees) ?? 30;
}

/** Draws the grid in CSS pixels: the context's transform has to be set for them. */
export function drawGrid(context: CanvasRenderingContext2D, frame: FrameState, colour: string): void {
  const { center, resolution } = frame.viewState;
  const [width = 0, height = 0] = frame.size;
  const [middleX = 0, middleY = 0] = center;
  const step = gridStep(resolution);
  const west = middleX - (width / 2) * resolution;
  const north = middleY + (height / 2) * resolution;
  const [lonWest = 0, latNorth = 0] = lonLat(west, north);
  const [lonEast = 0, latSouth = 0] = lonLat(west + width * resolution, north - height * resolution);

  context.beginPath();
  for (let line = Math.ceil(lonWest / step); line * step <= lonEast; line += 1) {
    const x = Math.round((fromDegrees(line * step, 0)[0] - west) / resolution) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  for (let line = Math.ceil(latSouth / step); line * step <= latNorth; line += 1) {
    const y = Math.round((north - fromDegrees(0, line * step)[1]) / resolution) + 0.5;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.stroke();
}

function lonLat(x: number, y: number): [lon: number, lat: number] {
  // Without wrapping: a view across the antimeridian goes on past 180 degrees.
  return [x / metresPerDegree, toLonLat([0, y])[1] ?? 0];
}

function fromDegrees(lon: number, lat: number): [x: number, y: number] {
  return [lon * metresPerDegree, fromLonLat([0, lat])[1] ?? 0];
}
