// Watches the device's location and the permission for it, and has the texts of geolocation errors.
import { t } from './texts.ts';
import type { LocationPoint } from './location-report.ts';
import { limits } from '#shared/rules/limits.ts';
import { createStore } from './store.ts';

export interface Fix extends LocationPoint {
  /** The time of the fix, in epoch milliseconds by the device's clock. */
  readonly fixMs: number;
}

export interface Geolocator {
  /**
   * Calls back with each fix and failure until it is stopped. `code` is that of a GeolocationPositionError. Browsers report no further
   * fixes while a device does not move, but a new watch begins with one.
   */
  watch(onFix: (fix: Fix) => void, onFailure: (code: number) => void, maximumAgeMs: number): () => void;
}

export const permissionDenied = 1;
const positionUnavailable = 2;
export const timedOut = 3;

export function geolocationFailureText(code: number): string {
  if (code === permissionDenied) return t('Geolocation denied, your device refused to provide location');
  if (code === positionUnavailable) return t('Geolocation unable to provide location');
  return code === timedOut ? t('Geolocation timed out') : t('OTHER ERROR');
}

/** True if the browser or the device is known to refuse its location to this site. */
export const gpsDenied = createStore(false);

let isFollowingPermission = false;

/** Sets `gpsDenied` by the browser's permission, now and when the member changes it outside of the app. Shows no prompt. */
export async function followGpsPermission(): Promise<void> {
  if (isFollowingPermission) return;
  isFollowingPermission = true;
  // Some browsers do not know this permission.
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
