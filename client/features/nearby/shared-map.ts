// The app's only map, which stays alive when its screen closes, and its stored view.
import { limits } from '#shared/rules/limits.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import type { MapViewState } from '#client/map/map-geometry.ts';
import { createMap, type MapHandle } from '#client/map/map.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { chosenPlace } from './saved-places.ts';
import { currentTheme } from './use-map-theme.ts';

let map: MapHandle | null = null;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

export function sharedMap(): MapHandle {
  if (map === null) {
    map = createMap({
      view: storedView() ?? defaultView(),
      ...currentTheme(),
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
      onMoved: saveSoon,
    });
    chosenPlace.subscribe(flyToChosen);
  }
  return map;
}

/** Flies to the place chosen on any of Find's screens, or back to the member's marker. */
function flyToChosen(): void {
  const place = chosenPlace.get() ?? (ownLocation.own.get().isReal ? defaultView() : null);
  if (place !== null) map?.flyTo(place.lat, place.lon, limits.mapZoom);
}

function saveSoon(view: MapViewState): void {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => writeLocal(localKeys.mapViewState, view), limits.mapViewSaveMs);
}

function defaultView(): MapViewState {
  const { lat, lng } = ownLocation.own.get().point;
  return { lat, lon: lng, zoom: limits.mapZoom };
}

function storedView(): MapViewState | null {
  const stored = Object(readLocal(localKeys.mapViewState));
  const [lat, lon, zoom] = ['lat', 'lon', 'zoom'].map((key): unknown => Reflect.get(stored, key));
  return typeof lat === 'number' && typeof lon === 'number' && typeof zoom === 'number' ? { lat, lon, zoom } : null;
}
