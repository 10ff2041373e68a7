// Counts members by cell, for a close view with too many members to show each of them.
import type { PositionAggregate } from '#shared/contract/nearby.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import type { MapAggregate } from '#client/map/join-aggregates.ts';

/** This is about the size of the cell of a published point. */
const cellDegrees = 0.01;

/**
 * Counts by sector can't be used, since the centres of all sectors may be outside of a close view. If a sector has more members
 * than one response holds, its `briefs` are an even sample, and each is weighted by the sector's total.
 */
export function countsByCell(briefs: readonly Place[], totals: readonly PositionAggregate[]): MapAggregate[] {
  const sectorOfPlace = ({ lat, lon }: Place): string => sectorKey(sectorOf(lat, lon));
  const loadedBySector = new Map<string, number>();
  for (const place of briefs) loadedBySector.set(sectorOfPlace(place), (loadedBySector.get(sectorOfPlace(place)) ?? 0) + 1);
  const totalBySector = new Map(
    totals.map(({ centerLat, centerLon, count }) => [sectorKey(sectorOf(centerLat, centerLon)), count]),
  );

  function weightOf(place: Place): number {
    const sector = sectorOfPlace(place);
    const loaded = loadedBySector.get(sector) ?? 1;
    return loaded < limits.sectorPage ? 1 : Math.max(1, (totalBySector.get(sector) ?? 0) / loaded);
  }

  const cells = new Map<string, MapAggregate>();
  for (const place of briefs) {
    const [row, column] = [Math.floor(place.lat / cellDegrees), Math.floor(place.lon / cellDegrees)];
    const name = `${row}:${column}`;
    const cell = cells.get(name) ?? { centerLat: (row + 0.5) * cellDegrees, centerLon: (column + 0.5) * cellDegrees, count: 0 };
    cells.set(name, { ...cell, count: cell.count + weightOf(place) });
  }
  return [...cells.values()];
}
