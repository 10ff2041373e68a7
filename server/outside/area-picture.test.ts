// The picture of an area: names beside each other, escaped, and across the antimeridian.
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { drawArea } from './area-picture.ts';
import type { TileLayers } from './base-map-tiles.ts';

const colours = mapColours('light', '#aa2200');
const place = (name: string, x: number, y: number, rank = 5) => ({
  type: 1 as const,
  geometry: [[x, y]] as [number, number][],
  tags: { name, rank, population: 1_000 },
});

/** Tiles that contain only these places, north-east of the middle. */
const only =
  (...places: ReturnType<typeof place>[]): TileLayers =>
  (_, x, y) => ({ place: x === 256 && y === 255 ? places : [] });

function drawn(layersOf: TileLayers, middle = { lat: 0.2, lon: 0.2 }): string {
  return drawArea(layersOf, { middle, width: 640, height: 240, colours });
}
const namesIn = (picture: string) => [...picture.matchAll(/>([^<]+)<\/text>/g)].map(([, name]) => name);

test('of names that would overlap only that of the larger place is drawn, and none beyond the edge', () => {
  expect(namesIn(drawn(only(place('Hamlet', 3_010, 2_600, 8), place('City', 3_000, 2_600, 4))))).toEqual(['City']);
});

test('names are equally large in a small picture, and none is where the app writes on it', () => {
  const small = drawArea(only(place('Mid', 2_000, 2_600), place('Foot', 500, 3_800)), {
    middle: { lat: 0.2, lon: 0.2 },
    width: 358,
    height: 128,
    colours,
  });
  expect(small).toContain('width="358" height="128"');
  expect(namesIn(small)).not.toContain('Foot');
  expect(small).toMatch(/font-size="1[35]"/);
});

test('the name of the place where the member is stands clear of their face', () => {
  // The face has a radius of 24 px. The name is 15 px high, and its baseline is a third of that below its middle.
  const picture = drawn(only(place('City', 2_330, 2_600, 4)), { lat: 0.25, lon: 0.4 });
  const y = Number(/<text x="[\d.]+" y="([\d.]+)"/.exec(picture)?.[1]);
  expect(Math.abs(y - 5 - 120) - 15 / 2).toBeGreaterThanOrEqual(24);
});

test('the name of a place beside the member moves away from their face', () => {
  const picture = drawn(only(place('Longtown Regis', 2_900, 2_400, 7)), { lat: 0.25, lon: 0.4 });
  const x = Number(/<text x="([\d.]+)"/.exec(picture)?.[1]);
  // A letter is about 0.6 of its height wide.
  expect(x - ('Longtown Regis'.length * 13 * 0.6) / 2).toBeGreaterThanOrEqual(320 + 24);
});

test('names are text, whatever they contain', () => {
  expect(drawn(only(place('A<b>&c', 3_000, 2_600)))).toContain('>A&lt;b>&amp;c<');
});

test('at the antimeridian the tiles of both sides are drawn', () => {
  const columns = new Set<number>();
  const layersOf: TileLayers = (_, x) => {
    columns.add(x);
    return {};
  };
  drawn(layersOf, { lat: 0, lon: 179.99 });
  expect(columns).toEqual(new Set([510, 511, 0, 1]));
});
