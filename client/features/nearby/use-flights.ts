// Flies the map to the place in the URL fragment, and to the first GPS fix.
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { MapHandle } from '#client/map/map.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { useStore } from '#client/device/store.ts';
import { placeInFragment } from './map-fragment.ts';

/** The history entries to whose place the map has flown. Going back to them shows the map as the member left it. */
const flown = new Set<string | undefined>();

export function useFlightToFragment(map: MapHandle): void {
  const { hash, state } = useLocation();
  const entry = state.__TSR_key;
  useEffect(() => {
    const place = placeInFragment(hash);
    if (place === null || flown.has(entry)) return;
    flown.add(entry);
    map.flyTo(place.lat, place.lon, limits.mapProfileZoom);
  }, [map, hash, entry]);
}

/** Returns a function that switches to GPS. The map then flies to the first fix. */
export function useFlightToFirstFix(map: MapHandle): () => void {
  const { fix } = useStore(ownLocation.own);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (fix === null || !isAwaited.current) return;
    isAwaited.current = false;
    map.flyTo(fix.lat, fix.lng, Math.max(map.view().zoom, limits.mapZoom));
  }, [fix, map]);
  return () => {
    isAwaited.current = true;
    ownLocation.followDevice();
  };
}
