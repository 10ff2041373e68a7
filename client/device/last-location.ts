// The member's last location, as stored on this device.
import type { LocationPoint } from './location-report.ts';

export interface LastLocation extends LocationPoint {
  readonly type: 'override' | 'device' | 'random';
  /** The time of the device's fix; null for a point placed by hand. */
  readonly fixMs: number | null;
}

/** Null for an invalid value and for a random location. */
export function readLastLocation(stored: unknown): LastLocation | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const type: unknown = Reflect.get(stored, 'type');
  const lat: unknown = Reflect.get(stored, 'lat');
  const lng: unknown = Reflect.get(stored, 'lng');
  const fixMs: unknown = Reflect.get(stored, 'fixMs');
  if (type !== 'override' && type !== 'device') return null;
  if (!isWithin(lat, 90) || !isWithin(lng, 180)) return null;
  return { type, lat, lng, fixMs: typeof fixMs === 'number' ? fixMs : null };
}

const isWithin = (value: unknown, max: number): value is number => typeof value === 'number' && Math.abs(value) <= max;
