// Counts of members by cell, for a view of a few sectors with too many members to show each.
import type { PositionAggregate } from '#shared/contract/nearby.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import type { MapAggregate } from '#client/map/join-aggregates.ts';

/** About the size of the cells that members are shown in. */
const cellDegrees = 0.01;

/**
 * Cells are a hundredth of a degree: the middles of whole sectors may all be outside of a near view. Of a sector with more members
 * than one answer holds, `briefs` are an even sample, and each is weighted by the sector's total.
 */
export function countsByCell(briefs: readonly Place[], totals: readonly PositionAggregate[]): MapAggregate[] {
  const sectorOfPlace = ({ lat, lon }: Place): string => sectorKey(sectorOf(lat, lon));
  const answered = new Map<string, number>();
  for (const place of briefs) answered.set(sectorOfPlace(place), (answered.get(sectorOfPlace(place)) ?? 0) + 1);
  const totalOf = new Map(totals.map(({ centerLat, centerLon, count }) => [sectorKey(sectorOf(centerLat, centerLon)), count]));

  function weightOf(place: Place): number {
    const sector = sectorOfPlace(place);
    const there = answered.get(sector) ?? 1;
    return there < limits.sectorPage ? 1 : Math.max(1, (totalOf.get(sector) ?? 0) / there);
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
