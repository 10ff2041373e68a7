// Merges counts whose circles would overlap at a zoom level.
import { pixelsFrom, toMercator, worldMetres } from './map-geometry.ts';

export type MapAggregate = { centerLat: number; centerLon: number; count: number };
export type JoinedAggregate = { at: [x: number, y: number]; count: number };

/** The minimum distance between two circles' centres: the largest ones do not overlap. */
const minDistancePx = 68;

/** Web mercator metres per pixel at zoom 0, where the world is 256 pixels wide. */
const resolutionAtZoom0 = 156_543.03;

/**
 * Adds smaller counts to the nearest larger one, which keeps its position. The result does not depend on the view's centre, so
 * panning changes nothing. `at` is in web mercator metres.
 */
export function joinAggregates(aggregates: MapAggregate[], zoom: number): JoinedAggregate[] {
  const minDistance = (minDistancePx * resolutionAtZoom0) / 2 ** zoom;
  // In cells of that size, only the nine around a count can have one that is too near: fast for ten thousand counts.
  const cells = new Map<string, JoinedAggregate[]>();
  const joined: JoinedAggregate[] = [];
  for (const { centerLat, centerLon, count } of aggregates.toSorted((one, other) => other.count - one.count)) {
    const at = toMercator({ lat: centerLat, lon: centerLon });
    const row = Math.floor(at[1] / minDistance);
    // A neighbour across the antimeridian is the width of the world away.
    const columns = [at[0], at[0] - worldMetres, at[0] + worldMetres].map((x) => Math.floor(x / minDistance));
    const around = columns.flatMap((column) =>
      [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx}:${row + dy}`) ?? [])),
    );
    const near = around.filter((known) => distance(known.at, at) < minDistance);
    const [nearest] = near.sort((one, other) => distance(one.at, at) - distance(other.at, at));
    if (nearest) {
      nearest.count += count;
      continue;
    }
    const separate = { at, count };
    joined.push(separate);
    const cell = `${columns[0]}:${row}`;
    cells.set(cell, [...(cells.get(cell) ?? []), separate]);
  }
  return joined;
}

function distance(one: [number, number], other: [number, number]): number {
  return Math.hypot(...pixelsFrom(one, other, 1));
}
