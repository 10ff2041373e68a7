// Merges counts whose circles would overlap at a zoom level.
import { groupNear } from './group-near.ts';
import { resolutionAtZoom0, toMercator } from './map-geometry.ts';

export type MapAggregate = { centerLat: number; centerLon: number; count: number };
export type JoinedAggregate = { at: [x: number, y: number]; count: number };

/**
 * The smallest distance between the centres of two circles at a whole zoom level. There, circles of up to 100,000 members do not
 * overlap, except for their halos. Half a level further out, the distance is 48 pixels.
 */
const minDistancePx = 68;

/** Adds smaller counts to the nearest larger one, which stays where it is. `at` is in web mercator metres. */
export function joinAggregates(aggregates: MapAggregate[], zoom: number): JoinedAggregate[] {
  const placed = aggregates
    .map(({ centerLat, centerLon, count }) => ({ at: toMercator({ lat: centerLat, lon: centerLon }), count }))
    .sort((one, other) => other.count - one.count);
  return groupNear(placed, (minDistancePx * resolutionAtZoom0) / 2 ** zoom).map(({ at, items }) => ({
    at,
    count: items.reduce((sum, { count }) => sum + count, 0),
  }));
}
