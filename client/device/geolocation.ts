// The device's own location: watched with the accuracy that the product asks for, and its failures in words.
import type { LocationPoint } from './location-report.ts';
import { limits } from '#shared/rules/limits.ts';

export interface Fix extends LocationPoint {
  /** When the device found itself there, in milliseconds since 1970 by its own clock. */
  readonly fixMs: number;
}

export interface Geolocator {
  /** Calls back with each fix and each failure until it is stopped. `code` is that of GeolocationPositionError. */
  watch(onFix: (fix: Fix) => void, onFailure: (code: number) => void): () => void;
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
  watch(onFix, onFailure) {
    if (!('geolocation' in navigator)) {
      queueMicrotask(() => onFailure(positionUnavailable));
      return () => undefined;
    }
    const watched = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => onFix({ lat: coords.latitude, lng: coords.longitude, fixMs: timestamp }),
      ({ code }) => onFailure(code),
      {
        enableHighAccuracy: true,
        maximumAge: limits.geolocationMaximumAgeMs,
        timeout: limits.geolocationTimeoutMs,
      },
    );
    return () => navigator.geolocation.clearWatch(watched);
  },
};
