// Tests the counts by cell for a close view of many members.
import { expect, test } from 'vitest';
import type { PositionAggregate } from '#shared/contract/nearby.ts';
import { countsByCell } from './cell-counts.ts';

test('members in one cell are counted together, at its centre', () => {
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

test('a fully loaded sector counts its loaded members, even if an older total differs', () => {
  const counts = countsByCell([{ lat: 33.4, lon: -112.1 }], [totalOf(33, -113, 70)]);
  expect(counts.map(({ count }) => count)).toEqual([1]);
});

test('in a sector with more members than one response holds, each loaded member counts for several', () => {
  const south = Array.from({ length: 750 }, () => ({ lat: 33.4, lon: -112.1 }));
  const north = Array.from({ length: 750 }, () => ({ lat: 33.9, lon: -112.1 }));
  const counts = countsByCell([...south, ...north, { lat: 34.5, lon: -112.1 }], [totalOf(33, -113, 4_500), totalOf(34, -113, 1)]);
  expect(counts.map(({ count }) => Math.round(count))).toEqual([2_250, 2_250, 1]);
});

function totalOf(lat: number, lon: number, count: number): PositionAggregate {
  return { centerLat: lat + 0.5, centerLon: lon + 0.5, deltaLat: 1, deltaLon: 1, count, tsUpdated: 0 };
}
