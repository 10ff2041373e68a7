// Watches the device's location; also the texts of geolocation errors.
import type { LocationPoint } from './location-report.ts';
import { limits } from '#shared/rules/limits.ts';

export interface Fix extends LocationPoint {
  /** The time of the fix, in epoch milliseconds by the device's clock. */
  readonly fixMs: number;
}

export interface Geolocator {
  /**
   * Calls back with each fix and failure until stopped. `code` is from GeolocationPositionError. While a device does not move,
   * browsers report no further fixes, but a new watch begins with one.
   */
  watch(onFix: (fix: Fix) => void, onFailure: (code: number) => void, maximumAgeMs: number): () => void;
}

export const permissionDenied = 1;
const positionUnavailable = 2;
export const timedOut = 3;

export function geolocationFailureText(code: number): string {
  if (code === permissionDenied) return 'Geolocation denied, your device refused to provide location';
  if (code === positionUnavailable) return 'Geolocation unable to provide location';
  return code === timedOut ? 'Geolocation timed out' : 'OTHER ERROR';
}

export const deviceGeolocator: Geolocator = {
  watch(onFix, onFailure, maximumAgeMs) {
    if (!('geolocation' in navigator)) {
      queueMicrotask(() => onFailure(positionUnavailable));
      return () => undefined;
    }
    const watched = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => onFix({ lat: coords.latitude, lng: coords.longitude, fixMs: timestamp }),
      ({ code }) => onFailure(code),
      {
        enableHighAccuracy: true,
        maximumAge: maximumAgeMs,
        timeout: limits.geolocationTimeoutMs,
      },
    );
    return () => navigator.geolocation.clearWatch(watched);
  },
};
