// Joins counts that would lie on each other at a zoom, so that they can be read.
import type { MapAggregate } from './aggregates-layer.ts';
import { toMercator } from './map-geometry.ts';

export type JoinedAggregate = { at: [x: number, y: number]; count: number };

/** Counts closer than this are one. */
const cellPx = 76;

/** Web mercator metres per pixel at zoom 0. */
const resolutionOfZoom0 = 156_543.03;

/** One count per cell of a grid that stays where it is while the view moves, in the middle of its members; `at` is web mercator. */
export function joinAggregates(aggregates: MapAggregate[], zoom: number): JoinedAggregate[] {
  const cell = (cellPx * resolutionOfZoom0) / 2 ** zoom;
  const joined = new Map<string, JoinedAggregate>();
  for (const { centerLat, centerLon, count } of aggregates) {
    const [x, y] = toMercator({ lat: centerLat, lon: centerLon });
    const key = `${Math.floor(x / cell)}:${Math.floor(y / cell)}`;
    const known = joined.get(key);
    if (!known) {
      joined.set(key, { at: [x, y], count });
      continue;
    }
    const share = count / (known.count + count);
    known.at = [known.at[0] + (x - known.at[0]) * share, known.at[1] + (y - known.at[1]) * share];
    known.count += count;
  }
  return [...joined.values()];
}
