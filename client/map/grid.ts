// Draws a faint grid of parallels and meridians, with dots on land, so that panning is visible where the map shows nothing else.
import type { FrameState } from 'ol/Map.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';

/** The possible distances between lines in degrees. The smallest one of at least `minPx` pixels is used. */
const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
const minPx = 90;
const metresPerDegree = 111_319.49;

/** The distance between two lines in degrees. `resolution` is in web mercator metres per pixel. */
export function gridStep(resolution: number): number {
  const minDegrees = (minPx * resolution) / metresPerDegree;
  return steps.find((step) => step >= minDegrees) ?? 30;
}

/** The context must be scaled to CSS pixels, and the land must already be drawn. */
export function drawGrid(context: CanvasRenderingContext2D, frame: FrameState, colours: { grid: string; dots: string }): void {
  const { center, resolution } = frame.viewState;
  const [width = 0, height = 0] = frame.size;
  const [middleX = 0, middleY = 0] = center;
  const step = gridStep(resolution);
  const west = middleX - (width / 2) * resolution;
  const north = middleY + (height / 2) * resolution;
  const [lonWest = 0, latNorth = 0] = lonLat(west, north);
  const [lonEast = 0, latSouth = 0] = lonLat(west + width * resolution, north - height * resolution);

  const [columns, rows] = [multiplesIn(lonWest, lonEast, step), multiplesIn(latSouth, latNorth, step)];
  const xOf = (lon: number) => Math.round((fromDegrees(lon, 0)[0] - west) / resolution);
  const yOf = (lat: number) => Math.round((north - fromDegrees(0, lat)[1]) / resolution);

  context.beginPath();
  for (const x of columns.map(xOf)) {
    context.moveTo(x + 0.5, 0);
    context.lineTo(x + 0.5, height);
  }
  for (const y of rows.map(yOf)) {
    context.moveTo(0, y + 0.5);
    context.lineTo(width, y + 0.5);
  }
  context.strokeStyle = colours.grid;
  context.lineWidth = 1;
  context.stroke();

  const fine = step / 5;
  const dotRows = multiplesIn(latSouth, latNorth, fine).map(yOf);
  context.globalCompositeOperation = 'source-atop';
  context.fillStyle = colours.dots;
  for (const x of multiplesIn(lonWest, lonEast, fine).map(xOf)) for (const y of dotRows) context.fillRect(x, y, 2, 2);
  context.globalCompositeOperation = 'source-over';
}

function multiplesIn(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step);
}

function lonLat(x: number, y: number): [lon: number, lat: number] {
  // In a view across the antimeridian, longitudes continue beyond 180 and are not wrapped.
  return [x / metresPerDegree, toLonLat([0, y])[1] ?? 0];
}

function fromDegrees(lon: number, lat: number): [x: number, y: number] {
  return [lon * metresPerDegree, fromLonLat([0, lat])[1] ?? 0];
}
