// Watches the device's location, and whether it is refused; also the texts of geolocation errors.
import type { LocationPoint } from './location-report.ts';
import { limits } from '#shared/rules/limits.ts';
import { createStore } from './store.ts';

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

/** True while the device or the browser refuses its location to this site, as far as known. */
export const gpsDenied = createStore(false);

let isFollowingPermission = false;

/** Keeps `gpsDenied` equal to the browser's permission, which members change outside of the app. Asks the member nothing. */
export async function followGpsPermission(): Promise<void> {
  if (isFollowingPermission) return;
  isFollowingPermission = true;
  // Not every browser knows this permission.
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined);
  if (permission === undefined) return;
  const read = (): void => gpsDenied.set(permission.state === 'denied');
  read();
  permission.addEventListener('change', read);
}

export const deviceGeolocator: Geolocator = {
  watch(onFix, onFailure, maximumAgeMs) {
    if (!('geolocation' in navigator)) {
      queueMicrotask(() => onFailure(positionUnavailable));
      return () => undefined;
    }
    const watched = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        gpsDenied.set(false);
        onFix({ lat: coords.latitude, lng: coords.longitude, fixMs: timestamp });
      },
      ({ code }) => {
        if (code === permissionDenied) gpsDenied.set(true);
        onFailure(code);
      },
      {
        enableHighAccuracy: true,
        maximumAge: maximumAgeMs,
        timeout: limits.geolocationTimeoutMs,
      },
    );
    return () => navigator.geolocation.clearWatch(watched);
  },
};
