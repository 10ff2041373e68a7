// Conversion between degrees, web mercator metres and pixels.
import type { Extent } from 'ol/extent.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';

export type MapPoint = { lat: number; lon: number };
export type MapViewState = MapPoint & { zoom: number };

/** lonMin is greater than lonMax where the box crosses the antimeridian. A view up to the map's edge goes on to the pole. */
export type MapBounds = { latMin: number; lonMin: number; latMax: number; lonMax: number };

export function toMercator({ lat, lon }: MapPoint): [x: number, y: number] {
  const [x = 0, y = 0] = fromLonLat([lon, lat]);
  return [x, y];
}

/** Longitude is between -180 and 180, however often the view went round the world. */
export function toPoint(coordinate: number[]): MapPoint {
  const [lon = 0, lat = 0] = toLonLat(coordinate);
  return { lat, lon };
}

export function boundsOf(extent: Extent): MapBounds {
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const { lon: lonMin } = toPoint([west, south]);
  const { lon: lonMax } = toPoint([east, north]);
  const latMin = south < 1 - worldMetres / 2 ? -90 : toPoint([west, south]).lat;
  const latMax = north > worldMetres / 2 - 1 ? 90 : toPoint([east, north]).lat;
  return east - west >= worldMetres ? { latMin, lonMin: -180, latMax, lonMax: 180 } : { latMin, lonMin, latMax, lonMax };
}

/** Web mercator units per metre on the ground at this latitude; beyond the map's edge as at it. */
export function mercatorPerMetre(lat: number): number {
  return 1 / Math.cos((Math.min(edgeLat, Math.abs(lat)) * Math.PI) / 180);
}

/** The repeated world's copy of `x` that is nearest to `to`, in web mercator metres. */
export function nearestWorld(x: number, to: number): number {
  return x + Math.round((to - x) / worldMetres) * worldMetres;
}

/** Pixels to the right of and below `from`, the short way round the world. */
export function pixelsFrom(
  [fromX = 0, fromY = 0]: number[],
  [x = 0, y = 0]: number[],
  resolution: number,
): [x: number, y: number] {
  return [(nearestWorld(x, fromX) - fromX) / resolution, (fromY - y) / resolution];
}

/** Once round the world, in web mercator metres. */
export const worldMetres = 2 * 20_037_508.34;
/** Where the square map ends in the north and in the south, in degrees. */
const edgeLat = 85.05112877980659;
