// Counts by cell in a near view with many members.
import { expect, test } from 'vitest';
import type { PositionAggregate } from '#shared/contract/nearby.ts';
import { countsByCell } from './cell-counts.ts';

test('members of one neighbourhood are one count, at its middle', () => {
  const counts = countsByCell(
    [
      { lat: 33.451, lon: -112.071 },
      { lat: 33.459, lon: -112.079 },
      { lat: 33.501, lon: -112.071 },
    ],
    [],
  );
  expect(counts.map(({ count }) => count)).toEqual([2, 1]);
  expect(counts[0]?.centerLat).toBeCloseTo(33.455, 6);
  expect(counts[0]?.centerLon).toBeCloseTo(-112.075, 6);
});

test('a sector that is loaded whole counts its members, whatever older counts say', () => {
  const counts = countsByCell([{ lat: 33.4, lon: -112.1 }], [totalOf(33, -113, 70)]);
  expect(counts.map(({ count }) => count)).toEqual([1]);
});

test('where one answer does not hold a whole sector, each member in it counts for several', () => {
  const half = Array.from({ length: 750 }, () => ({ lat: 33.4, lon: -112.1 }));
  const others = Array.from({ length: 750 }, () => ({ lat: 33.9, lon: -112.1 }));
  const counts = countsByCell([...half, ...others, { lat: 34.5, lon: -112.1 }], [totalOf(33, -113, 4_500), totalOf(34, -113, 1)]);
  expect(counts.map(({ count }) => Math.round(count))).toEqual([2_250, 2_250, 1]);
});

function totalOf(lat: number, lon: number, count: number): PositionAggregate {
  return { centerLat: lat + 0.5, centerLon: lon + 0.5, deltaLat: 1, deltaLon: 1, count, tsUpdated: 0 };
}
