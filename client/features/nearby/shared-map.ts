// The single map of the app, which outlives its screen, and its stored view.
import { limits } from '#shared/rules/limits.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import type { MapViewState } from '#client/map/map-geometry.ts';
import { createMap, type MapHandle } from '#client/map/map.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { currentTheme } from './use-map-theme.ts';

let map: MapHandle | null = null;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

/** Created when the map is first opened. */
export function sharedMap(): MapHandle {
  map ??= createMap({
    view: storedView() ?? viewOfOwnPoint(),
    ...currentTheme(),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
    onMoved: saveSoon,
  });
  return map;
}

function saveSoon(view: MapViewState): void {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => writeLocal(localKeys.mapViewState, view), limits.mapViewSaveMs);
}

function viewOfOwnPoint(): MapViewState {
  const { lat, lng } = ownLocation.own.get().point;
  return { lat, lon: lng, zoom: limits.mapZoom };
}

function storedView(): MapViewState | null {
  const saved = Object(readLocal(localKeys.mapViewState));
  const [lat, lon, zoom] = ['lat', 'lon', 'zoom'].map((key): unknown => Reflect.get(saved, key));
  return typeof lat === 'number' && typeof lon === 'number' && typeof zoom === 'number' ? { lat, lon, zoom } : null;
}
