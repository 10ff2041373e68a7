// Converts between degrees, web mercator metres and pixels.
import type { Extent } from 'ol/extent.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';

export type MapPoint = { lat: number; lon: number };
export type MapViewState = MapPoint & { zoom: number };

/** If the box crosses the antimeridian, lonMin is greater than lonMax. Bounds at the edge of the map extend to the pole. */
export type MapBounds = { latMin: number; lonMin: number; latMax: number; lonMax: number };

export function toMercator({ lat, lon }: MapPoint): [x: number, y: number] {
  const [x = 0, y = 0] = fromLonLat([lon, lat]);
  return [x, y];
}

/** Longitudes are converted to -180 to 180, because the map repeats the world. */
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

/** Web mercator units per metre on the ground. Latitudes beyond the edge of the map count as the edge. */
export function mercatorPerMetre(lat: number): number {
  return 1 / Math.cos((Math.min(edgeLat, Math.abs(lat)) * Math.PI) / 180);
}

/** The map repeats the world. This is the x, in web mercator metres, of the copy that is nearest to `to`. */
export function nearestWorld(x: number, to: number): number {
  return x + Math.round((to - x) / worldMetres) * worldMetres;
}

/** The offset from the first coordinate in pixels to the right and down, by the shorter way around the world. */
export function pixelsFrom(
  [fromX = 0, fromY = 0]: number[],
  [x = 0, y = 0]: number[],
  resolution: number,
): [x: number, y: number] {
  return [(nearestWorld(x, fromX) - fromX) / resolution, (fromY - y) / resolution];
}

/** The circumference of the world in web mercator metres. */
export const worldMetres = 2 * 20_037_508.34;
/** Web mercator metres per pixel at zoom 0, where the world is 256 pixels wide. */
export const resolutionAtZoom0 = worldMetres / 256;
/** The northern and southern edges of the square map, in degrees. */
const edgeLat = 85.05112877980659;
