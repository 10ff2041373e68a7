// Sectors: the one-degree squares of the map by which briefs, counts and broadcasts are requested.
import { radians, wrapLongitude } from './distance.ts';

/** South-west corner in whole degrees: lat -90 to 89, lon -180 to 179. */
export interface Sector {
  lat: number;
  lon: number;
}

/** The sector that contains a place. The poles belong to the last row, and longitudes wrap around. */
export function sectorOf(lat: number, lon: number): Sector {
  return { lat: Math.min(89, Math.max(-90, Math.floor(lat))), lon: wrapLongitude(Math.floor(lon)) };
}

/** 'lat:lon', as used in URLs and messages. */
export const sectorKey = (sector: Sector): string => `${sector.lat}:${sector.lon}`;

/** The sector of a key; undefined for an invalid key. */
export function parseSectorKey(key: string): Sector | undefined {
  const match = /^(0|-?[1-9]\d?):(0|-?[1-9]\d{0,2})$/.exec(key);
  if (!match) return undefined;
  const sector = { lat: Number(match[1]), lon: Number(match[2]) };
  return sector.lat >= -90 && sector.lat <= 89 && sector.lon >= -180 && sector.lon <= 179 ? sector : undefined;
}

/** The sectors of the box around a circle with radius `degrees` (of arc) around a place, nearest first. */
export function sectorsAround(lat: number, lon: number, degrees = 1, maxSectors = 20): Sector[] {
  const reach = lonReach(lat, degrees);
  const columns = columnsBetween(lon - reach, lon + reach);
  const from = sectorOf(lat - degrees, lon).lat;
  const to = sectorOf(lat + degrees, lon).lat;
  const sinLat = Math.sin(radians(lat));
  const cosLat = Math.cos(radians(lat));
  const found: { sector: Sector; nearness: number }[] = [];
  for (const column of columns) {
    const east = (((lon - column) % 360) + 360) % 360;
    const gap = east <= 1 ? 0 : Math.min(east - 1, 360 - east);
    const cosGap = Math.cos(radians(gap));
    // The nearest point on a meridian is at another latitude. Near the poles the difference matters.
    const nearestLat = gap === 0 ? lat : (Math.atan2(sinLat, cosLat * cosGap) * 180) / Math.PI;
    for (let row = from; row <= to; row += 1) {
      const isInside = gap === 0 && lat >= row && lat <= row + 1;
      const towards = radians(Math.min(row + 1, Math.max(row, nearestLat)));
      const cosDistance = sinLat * Math.sin(towards) + cosLat * cosGap * Math.cos(towards);
      found.push({ sector: { lat: row, lon: column }, nearness: isInside ? 2 : cosDistance });
    }
  }
  found.sort((a, b) => b.nearness - a.nearness || a.sector.lat - b.sector.lat || a.sector.lon - b.sector.lon);
  return found.slice(0, maxSectors).map(({ sector }) => sector);
}

/** The keys of the sectors at distance `radius` (8 for radius 1). They wrap around the antimeridian and end at the poles. */
export function ringOfSectors(key: string, radius = 1): string[] {
  const centre = parseSectorKey(key);
  if (!centre) return [];
  const ring = new Set<string>();
  for (let row = -radius; row <= radius; row += 1) {
    const lat = centre.lat + row;
    if (lat < -90 || lat > 89) continue;
    const step = Math.abs(row) === radius ? 1 : Math.max(1, 2 * radius);
    for (let column = -radius; column <= radius; column += step) {
      ring.add(sectorKey({ lat, lon: wrapLongitude(centre.lon + column) }));
    }
  }
  return [...ring];
}

/** The sector columns from one longitude to another, each once. */
export function columnsBetween(lonFrom: number, lonTo: number): number[] {
  const first = Math.floor(lonFrom);
  const count = Math.min(360, Math.floor(lonTo) - first + 1);
  return Array.from({ length: count }, (_, step) => wrapLongitude(first + step));
}

/** Half the width of a circle with radius `degrees`, in degrees of longitude; 180 if the circle contains a pole. */
function lonReach(lat: number, degrees: number): number {
  if (Math.abs(lat) + degrees >= 90) return 180;
  return (Math.asin(Math.sin(radians(degrees)) / Math.cos(radians(lat))) * 180) / Math.PI;
}
