// The member's last location, as stored on this device.
import { fieldOf } from '#shared/rules/unknown-fields.ts';
import type { LocationPoint } from './location-report.ts';

export interface LastLocation extends LocationPoint {
  readonly type: 'override' | 'device' | 'random';
  /** The time of the device's fix; null for a point placed by hand. */
  readonly fixMs: number | null;
}

/** Null for an invalid value, and for a random location. */
export function readLastLocation(stored: unknown): LastLocation | null {
  const [type, lat, lng, fixMs] = ['type', 'lat', 'lng', 'fixMs'].map((name) => fieldOf(stored, name));
  if (type !== 'override' && type !== 'device') return null;
  if (!isWithin(lat, 90) || !isWithin(lng, 180)) return null;
  return { type, lat, lng, fixMs: typeof fixMs === 'number' ? fixMs : null };
}

const isWithin = (value: unknown, max: number): value is number => typeof value === 'number' && Math.abs(value) <= max;
