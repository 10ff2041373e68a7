// Merges count circles that would overlap at the current zoom, so that they stay readable.
import { pixelsFrom, toMercator, worldMetres } from './map-geometry.ts';

export type MapAggregate = { centerLat: number; centerLon: number; count: number };
export type JoinedAggregate = { at: [x: number, y: number]; count: number };

/** Two counts are at least this far apart: the largest circles just don't touch. */
const apartPx = 68;

/** Web mercator metres per pixel at zoom 0. */
const resolutionOfZoom0 = 156_543.03;

/** Smaller counts join the nearest larger one, which stays where it is; `at` is web mercator. Depends on the zoom only, so panning moves nothing. */
export function joinAggregates(aggregates: MapAggregate[], zoom: number): JoinedAggregate[] {
  const apart = (apartPx * resolutionOfZoom0) / 2 ** zoom;
  // Cells of that size: only the nine around a count can hold one too near, so even the world's ten thousand are quick.
  const cells = new Map<string, JoinedAggregate[]>();
  const joined: JoinedAggregate[] = [];
  for (const { centerLat, centerLon, count } of aggregates.toSorted((one, other) => other.count - one.count)) {
    const at = toMercator({ lat: centerLat, lon: centerLon });
    const row = Math.floor(at[1] / apart);
    // Neighbours across the antimeridian are one world width away.
    const columns = [at[0], at[0] - worldMetres, at[0] + worldMetres].map((x) => Math.floor(x / apart));
    const around = columns.flatMap((column) =>
      [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx}:${row + dy}`) ?? [])),
    );
    const near = around.filter((known) => distance(known.at, at) < apart);
    const [nearest] = near.sort((one, other) => distance(one.at, at) - distance(other.at, at));
    if (nearest) {
      nearest.count += count;
      continue;
    }
    const alone = { at, count };
    joined.push(alone);
    const cell = `${columns[0]}:${row}`;
    cells.set(cell, [...(cells.get(cell) ?? []), alone]);
  }
  return joined;
}

function distance(one: [number, number], other: [number, number]): number {
  return Math.hypot(...pixelsFrom(one, other, 1));
}
