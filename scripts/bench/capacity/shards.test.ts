// Tests the index on shards: each member is in exactly one, and a search finds what the whole index finds.
import { describe, expect, test } from 'vitest';
import { createNearbyIndex } from '#server/nearby/index.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import type { Place } from '#shared/rules/distance.ts';
import { placesWith } from '#scripts/bench/population.ts';
import { fixedCells, splittingCells, type Area, type Layout } from './areas.ts';
import { shardedIndex } from './sharded-index.ts';
import { hotSpot, searchOrigins, simulatedMembers } from './simulate.ts';

const shardCount = 12;
const layouts = [fixedCells, splittingCells];

const anywhere = (random: () => number): Place => ({
  lat: Math.round((random() * 180 - 90) * 1e5) / 1e5,
  lon: Math.round((random() * 360 - 180) * 1e5) / 1e5,
});
const nearTheCorners = (random: () => number): Place => ({
  lat: Math.round((random() < 0.5 ? 89.5 + random() / 2 : 10 + random()) * 1e5) / 1e5,
  lon: Math.round((random() < 0.5 ? 179.5 + random() * 0.49 : -180 + random() / 2) * 1e5) / 1e5,
});
const inOnePlace = (): Place => ({ lat: 33.4, lon: -112.1 });

const populations: Readonly<Record<string, (random: () => number) => Place>> = {
  'in cities': placesWith(1),
  'mostly in one city': placesWith(2),
  'anywhere on earth': anywhere,
  'around the pole and the antimeridian': nearTheCorners,
  'all in one place': inOnePlace,
};

const isIn = ({ latFrom, latTo, lonFrom, lonTo }: Area, { lat, lon }: Place): boolean =>
  lat >= latFrom && (lat < latTo || latTo === 90) && lon >= lonFrom && lon < lonTo;
const shardsAt = (layout: Layout, place: Place): number[] =>
  layout.areas.filter(({ area }) => isIn(area, place)).map(({ shard }) => shard);

describe.each(Object.entries(populations))('members %s', (_, placeOf) => {
  const members = simulatedMembers(1_500, placeOf);
  const whole = createNearbyIndex();
  for (const member of members) whole.put(member);

  test.each(layouts)('%o puts each member into one area, and into its shard', (layoutOf) => {
    const layout = layoutOf(members, shardCount);
    for (const member of members) expect(shardsAt(layout, member)).toEqual([layout.shardAt(member)]);
    const sizes = shardedIndex(members, layout).shards.map(({ size }) => size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(members.length);
  });

  test.each(layouts)('%o finds what the whole index finds', (layoutOf) => {
    const sharded = shardedIndex(members, layoutOf(members, shardCount));
    const random = seeded(7);
    const origins = [...searchOrigins(members, 30, 3), ...Array.from({ length: 20 }, () => placeOf(random))];
    for (const { lat, lon } of origins)
      for (const size of [1, 30, 200])
        expect(sharded.nearest({ lat, lon, size }).profileIds).toEqual(whole.nearest({ lat, lon, page: 0, size }).profileIds());
  });
});

test('a search asks each shard at most once, and in a city not all shards', () => {
  const members = simulatedMembers(10_000, placesWith(1));
  const sharded = shardedIndex(members, splittingCells(members, shardCount));
  const counts = searchOrigins(members, 200, 3).map((origin) => {
    const { asked } = sharded.nearest({ ...origin, size: 30 });
    expect(new Set(asked).size).toBe(asked.length);
    return asked.length;
  });
  expect(Math.min(...counts)).toBe(1);
  expect(Math.max(...counts)).toBeLessThan(shardCount);
});

test('cells are split until the heaviest shard has little more than the mean, unlike with fixed cells', () => {
  const members = simulatedMembers(10_000, placesWith(1));
  const hotOf = (layout: Layout) => hotSpot(shardedIndex(members, layout).shards.map(({ size }) => size));
  expect(hotOf(splittingCells(members, shardCount))).toBeLessThan(1.2);
  expect(hotOf(fixedCells(members, shardCount))).toBeGreaterThan(1.5);
});

test('the hot spot is the largest load as a multiple of the mean', () => {
  expect(hotSpot([5, 5, 5, 5])).toBe(1);
  expect(hotSpot([1, 1, 4])).toBe(2);
  expect(hotSpot([0, 0])).toBe(0);
});

test('more searches begin where it is evening', () => {
  const places = Array.from({ length: 2_000 }, (_, n) => ({ lat: 0, lon: n % 2 === 0 ? 0 : 179 }));
  const evenings = searchOrigins(places, 2_000, 21).filter(({ lon }) => lon === 0);
  expect(evenings.length).toBeGreaterThan(1_500);
});
