// Between degrees, web mercator metres and pixels.
import type { Extent } from 'ol/extent.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';

export type MapPoint = { lat: number; lon: number };
export type MapViewState = MapPoint & { zoom: number };

/** lonMin is greater than lonMax where the box crosses the antimeridian. */
export type MapBounds = { latMin: number; lonMin: number; latMax: number; lonMax: number };

export function toMercator({ lat, lon }: MapPoint): [x: number, y: number] {
  const [x = 0, y = 0] = fromLonLat([lon, lat]);
  return [x, y];
}

/** Longitude comes back between -180 and 180, however often the view went round the world. */
export function toPoint(coordinate: number[]): MapPoint {
  const [lon = 0, lat = 0] = toLonLat(coordinate);
  return { lat, lon };
}

export function boundsOf(extent: Extent): MapBounds {
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const { lat: latMin, lon: lonMin } = toPoint([west, south]);
  const { lat: latMax, lon: lonMax } = toPoint([east, north]);
  return east - west >= worldMetres ? { latMin, lonMin: -180, latMax, lonMax: 180 } : { latMin, lonMin, latMax, lonMax };
}

/** How many web mercator units a metre on the ground is long at this latitude. */
export function mercatorPerMetre(lat: number): number {
  return 1 / Math.cos((lat * Math.PI) / 180);
}

const worldMetres = 2 * 20_037_508.34;
