// Computes the one-degree sectors of a map view, and says whether a point is in it.
import { limits } from '#shared/rules/limits.ts';
import { columnsBetween, sectorKey, sectorOf } from '#shared/rules/sectors.ts';

/** If the box crosses the antimeridian, `lonMin` is greater than `lonMax`. */
export interface Box {
  readonly latMin: number;
  readonly lonMin: number;
  readonly latMax: number;
  readonly lonMax: number;
}

/** Returns the sector keys, or null if there are too many sectors to load each of them. */
export function sectorsInView({ latMin, lonMin, latMax, lonMax }: Box): string[] | null {
  const from = sectorOf(latMin, 0).lat;
  const to = sectorOf(latMax, 0).lat;
  const columns = columnsBetween(lonMin, lonMax < lonMin ? lonMax + 360 : lonMax);
  if ((to - from + 1) * columns.length > limits.maxMapSectors) return null;
  const rows = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  return rows.flatMap((lat) => columns.map((lon) => sectorKey({ lat, lon })));
}

export function isInBox({ latMin, lonMin, latMax, lonMax }: Box, { lat, lon }: { lat: number; lon: number }): boolean {
  if (lat < latMin || lat > latMax) return false;
  return lonMin <= lonMax ? lon >= lonMin && lon <= lonMax : lon >= lonMin || lon <= lonMax;
}
