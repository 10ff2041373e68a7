// The lines of latitude and longitude: at round degrees, with room between them at each zoom, and from edge to edge of the view.
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { graticule, paintGraticule } from './graticule.ts';
import { resolutionAtZoom0, toMercator, toPoint } from './map-geometry.ts';

const size = [390, 560];
const viewAt = (lat: number, lon: number, zoom: number) => ({
  center: toMercator({ lat, lon }),
  resolution: resolutionAtZoom0 / 2 ** zoom,
});

test.each([4, 9, 11.3, 13, 14.9, 17, 19])('at zoom %s there are lines, with room between them', (zoom) => {
  for (const lat of [-60, 0, 33.45, 70]) {
    const { xs, ys } = graticule(viewAt(lat, -112.07, zoom), size);
    for (const places of [xs, ys.toSorted((one, other) => one - other)]) {
      expect(places.length).toBeGreaterThan(0);
      expect(Math.min(...places.slice(1).map((place, at) => place - (places[at] ?? 0)))).toBeGreaterThanOrEqual(47.9);
    }
  }
});

test('the lines are at round degrees, even beyond the antimeridian', () => {
  for (const lon of [-112.07, 179.99]) {
    const view = viewAt(33.45, lon, 13);
    const { xs, ys } = graticule(view, size);
    const [x = 0, y = 0] = view.center;
    for (const right of xs) {
      const { lon: there } = toPoint([x + (right - 195) * view.resolution, y]);
      expect(Math.abs(there * 100 - Math.round(there * 100))).toBeLessThan(1e-4);
    }
    for (const down of ys) {
      const { lat } = toPoint([x, y - (down - 280) * view.resolution]);
      expect(Math.abs(lat * 100 - Math.round(lat * 100))).toBeLessThan(1e-4);
    }
  }
});

test('no line is outside of the view', () => {
  const { xs, ys } = graticule(viewAt(33.45, -112.07, 13), size);
  expect(xs.every((x) => x >= 0 && x <= 390)).toBe(true);
  expect(ys.every((y) => y >= -0.5 && y <= 560.5)).toBe(true);
});

test('each line is painted from edge to edge, in the colour of streets', () => {
  const painted: number[][] = [];
  const context: Partial<CanvasRenderingContext2D> = { fillRect: (...box) => void painted.push(box) };
  const colours = mapColours('light', '#b0401a');
  const view = viewAt(33.45, -112.07, 13);
  paintGraticule(context as CanvasRenderingContext2D, { viewState: view, size } as never, colours);
  const { xs, ys } = graticule(view, size);
  expect(painted).toHaveLength(xs.length + ys.length);
  for (const [left = 1, top = 1, width, height] of painted)
    expect([left === 0 && width === size[0], top === 0 && height === size[1]]).toContain(true);
  expect([context.fillStyle, context.globalAlpha]).toEqual([colours.road, 1]);
});
