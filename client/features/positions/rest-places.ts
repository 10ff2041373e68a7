// Remembers on this device the places where the member stays, so that each place is determined only once.
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { OwnPlace, passingMs, type RestPlace } from '#shared/rules/own-place.ts';
import type { Fix } from '#client/device/geolocation.ts';
import type { LocationPoint } from '#client/device/location-report.ts';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import { longestReadMs, withTimeout } from '#client/offline/cached-first.ts';
import { cachedList, cacheList } from '#client/offline/cached-values.ts';

const listName = 'rest-places';
/** Places that are further away are not sent to the server. */
const nearMetres = 10_000;

export interface RestPlaces {
  /** Returns true if others see the place of this fix: at once if no other place is near, otherwise after a short stay. */
  addFix(fix: Fix): boolean;
  /** The closest remembered place within 10 km, or null. */
  near(point: LocationPoint): Place | null;
}

/** Reads the stored places of a member. Without them, each place is determined again. */
export async function openRestPlaces(profileId: string): Promise<RestPlaces> {
  // On a slow device the storage opens late. New places would replace those that could not be read before.
  await withTimeout(whenStorageOpened(), longestReadMs);
  const stored = await cachedList<readonly RestPlace[]>(profileId, listName).catch(() => null);
  const own = new OwnPlace(stored?.value ?? []);
  return {
    addFix({ lat, lng, fixMs }) {
      const before = own.places;
      own.add({ lat, lon: lng, fixMs }, Date.now());
      // Without storage, the places are remembered until the tab is closed.
      if (own.places !== before) cacheList(profileId, listName, own.places).catch(() => undefined);
      const { rest } = own;
      if (rest === undefined) return false;
      const isOnlyPlaceNear = own.places.every((place) => place === rest || distanceMetres(place, rest) > nearMetres);
      return isOnlyPlaceNear || Date.now() - rest.sinceMs >= passingMs;
    },

    near({ lat, lng }) {
      const [nearest] = own.places
        .map((place) => ({ place, metres: distanceMetres(place, { lat, lon: lng }) }))
        .filter(({ metres }) => metres <= nearMetres)
        .toSorted((a, b) => a.metres - b.metres);
      return nearest ? { lat: nearest.place.lat, lon: nearest.place.lon } : null;
    },
  };
}
