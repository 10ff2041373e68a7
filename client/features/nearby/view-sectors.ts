// Geometry of a map view: its one-degree sectors and its points.
import { limits } from '#shared/rules/limits.ts';
import { columnsBetween, sectorKey, sectorOf } from '#shared/rules/sectors.ts';

/** lonMin is greater than lonMax if the box crosses the antimeridian. */
export interface Box {
  readonly latMin: number;
  readonly lonMin: number;
  readonly latMax: number;
  readonly lonMax: number;
}

/** Sector keys, or null if there are too many to load one by one. */
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

export const wrapLongitude = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;
