// Signs point to the nearest towns, stand on land only, and are equally far apart at each zoom.
import { expect, test } from 'vitest';
import type { LabelledPlace } from './base-map-data.ts';
import { createSigns } from './base-map-signs.ts';

const tile = { z: 11, x: 1_000, y: 800, extent: 4_096 };
const everywhere = (): boolean => true;

/** A town to the right of the tile's middle and below it, by distances in sides of the tile. */
function town(name: string, right: number, down: number, rank = 11): LabelledPlace {
  const side = 1 / 2 ** tile.z;
  return { name, x: (tile.x + 0.5 + right) * side, y: (tile.y + 0.5 + down) * side, rank, population: 5_000 };
}

const west = town('Salome', -9, 0);
const southEast = town('Wickenburg', 9, 9);

test('the arrow of a sign points to its town, and stands on the side of the town', () => {
  const names = (...places: LabelledPlace[]) => [
    ...new Set(createSigns(places)(tile, 13, everywhere).map(({ tags }) => tags?.name)),
  ];
  expect(names(west)).toEqual(['← Salome']);
  expect(names(southEast)).toEqual(['Wickenburg ↘']);
  expect(names(town('Aguila', 0.01, -30))).toContain('Aguila ↑');
  expect(names(west, southEast).toSorted()).toEqual(['Wickenburg ↘', '← Salome']);
  expect(names()).toEqual([]);
});

test('from zoom 10, there are four times as many signs for each further zoom, since the tile is twice as large there', () => {
  const signs = createSigns([west])(tile, 14, everywhere);
  const count = (rank: number) => signs.filter(({ tags }) => tags?.rank === rank).length;
  expect([11, 12, 13, 14].map(count)).toEqual([1, 4, 16, 64]);
  expect(createSigns([west])({ ...tile, z: 9 }, 14, everywhere)).toEqual([]);
});

test('no sign stands on water, nor where the name of its own town is', () => {
  const onLeft = createSigns([west])(tile, 14, (x) => x < 2_048);
  expect(onLeft.length).toBeGreaterThan(0);
  expect(onLeft.flatMap(({ geometry }) => geometry).every((point) => Number(point[0]) < 2_048)).toBe(true);
  const here = createSigns([town('Here', 0, 0)])(tile, 12, everywhere);
  expect(here.map(({ tags }) => tags?.rank)).not.toContain(11);
});

test('no sign points to a town whose name is in view there', () => {
  const here = town('Here', 0, 0);
  const signs = createSigns([here, town('There', 1, 0)])(tile, 15, everywhere);
  // A town this near to a sign is in view with it. The cell of a sign has a side of at least 256 pixels.
  const viewPx = 300;
  for (const { geometry, tags } of signs.filter(({ tags }) => String(tags?.name).includes('Here'))) {
    const [x = 0, y = 0] = geometry[0] as number[];
    const tilePx = 512 * 2 ** (Number(tags?.rank) - tile.z - 1);
    expect((Math.hypot(x - 2_048, y - 2_048) / tile.extent) * tilePx, `${tags?.name} ${tags?.rank}`).toBeGreaterThan(viewPx);
  }
  expect(signs.some(({ tags }) => tags?.rank === 15)).toBe(true);
});
