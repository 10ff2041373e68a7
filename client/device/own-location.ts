// A member's own location as their marker shows it, and the report that is sent of it.
import { limits } from '#shared/rules/limits.ts';
import type { Fix } from './geolocation.ts';
import { readLastLocation, type LastLocation } from './last-location.ts';
import type { LocationPoint } from './location-report.ts';

export interface OwnLocation {
  /** `random`: not known. `override`: placed by hand. `device`: from GPS. */
  readonly type: 'random' | 'override' | 'device';
  /** The position of the member's marker. */
  readonly point: LocationPoint;
  /** False for a random point, which is never reported. */
  readonly isReal: boolean;
  /** The time of the newest fix at the point. Null if it is from no fix. A point from GPS is never published exactly. */
  readonly pointFixMs: number | null;
  /** The device's newest fix since GPS mode was switched on. */
  readonly fix: Fix | null;
  /** In GPS mode: true once it is decided where the member stays. Others see the member there only after that. */
  readonly isPlaceKnown: boolean;
  /** Set after two minutes without a fix in GPS mode. */
  readonly gpsFailure: string | null;
}

export interface Report {
  readonly point: LocationPoint | null;
  /** The time of the newest fix at the point. Null if it is from no fix. */
  readonly fixMs: number | null;
  readonly isHidden: boolean;
}

/** Null if there is nothing to report. Without a known location, only hiding is reported. */
export function reportOf({ point, isReal, pointFixMs }: OwnLocation, isHidden: boolean): Report | null {
  if (isReal) return { point, fixMs: pointFixMs, isHidden };
  return isHidden ? { point: null, fixMs: null, isHidden } : null;
}

export function firstLocation({ stored, random }: { readonly stored: unknown; readonly random: () => number }): OwnLocation {
  const location = readLastLocation(stored);
  if (location !== null) return locationOf(location);
  const jitter = (): number => (2 * random() - 1) * limits.fallbackJitterDegrees;
  const point = { lat: limits.fallbackLat + jitter(), lng: limits.fallbackLon + jitter() };
  return { type: 'random', point, isReal: false, pointFixMs: null, fix: null, isPlaceKnown: false, gpsFailure: null };
}

export function locationOf({ type, lat, lng, fixMs }: LastLocation): OwnLocation {
  const point = { lat, lng };
  const fix = type === 'device' && fixMs !== null ? { ...point, fixMs } : null;
  return { type, point, isReal: true, pointFixMs: fixMs, fix, isPlaceKnown: false, gpsFailure: null };
}
