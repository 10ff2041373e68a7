// The distance between two places, and its rounded value for screens.

/** A place in degrees; longitudes beyond 180 wrap. */
export interface Place {
  lat: number;
  lon: number;
}

export type DistanceUnits = 'miles' | 'metric';

export interface RoundedDistance {
  value: number;
  unit: 'ft' | 'mi' | 'm' | 'km';
}

/** Mean radius of the earth (IUGG), in metres. */
export const earthRadiusMetres = 6_371_008.8;
/** From south to north, so also the side of a sector. */
export const metresPerDegree = (earthRadiusMetres * Math.PI) / 180;
const metresPerMile = 1_609.344;
const feetPerMile = 5_280;

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns a longitude from -180 to below 180. A longitude in that range is returned unchanged. */
export const wrapLongitude = (lon: number): number =>
  lon >= -180 && lon < 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;

/** Great-circle distance in metres by the haversine formula. */
export function distanceMetres(from: Place, to: Place): number {
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2);
  const halfLon = Math.sin(radians(to.lon - from.lon) / 2);
  const haversine = halfLat * halfLat + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLon * halfLon;
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Rounds to steps of 500 ft or 150 m, then to half and to whole miles or kilometres. Never 0. */
export function roundedDistance(metres: number, units: DistanceUnits): RoundedDistance {
  return units === 'miles' ? inMiles(metres / metresPerMile) : inKilometres(metres / 1_000);
}

function inMiles(miles: number): RoundedDistance {
  const feet = Math.max(500, toStep(miles * feetPerMile, 500));
  if (feet < feetPerMile) return { value: feet, unit: 'ft' };
  return { value: toStep(miles, miles < 10 ? 0.5 : 1), unit: 'mi' };
}

function inKilometres(kilometres: number): RoundedDistance {
  const metres = Math.max(150, toStep(kilometres * 1_000, 150));
  if (metres < 1_000) return { value: metres, unit: 'm' };
  return { value: toStep(kilometres, kilometres < 16 ? 0.5 : 1), unit: 'km' };
}

const toStep = (value: number, step: number): number => Math.round(value / step) * step;
