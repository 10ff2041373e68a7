// The member's last location on this device, stored under lastLocation.
import type { LocationPoint } from './location-report.ts';

export interface LastLocation extends LocationPoint {
  readonly type: 'override' | 'device' | 'random';
  /** The time of the device's fix; null for a point placed by hand. */
  readonly fixMs: number | null;
}

/** Null for anything that is no place a member has been at. */
export function readLastLocation(saved: unknown): LastLocation | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const type: unknown = Reflect.get(saved, 'type');
  const lat: unknown = Reflect.get(saved, 'lat');
  const lng: unknown = Reflect.get(saved, 'lng');
  const fixMs: unknown = Reflect.get(saved, 'fixMs');
  if (type !== 'override' && type !== 'device') return null;
  if (!isWithin(lat, 90) || !isWithin(lng, 180)) return null;
  return { type, lat, lng, fixMs: typeof fixMs === 'number' ? fixMs : null };
}

const isWithin = (value: unknown, most: number): value is number => typeof value === 'number' && Math.abs(value) <= most;
