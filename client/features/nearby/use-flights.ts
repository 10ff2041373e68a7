// Flies the map to the place in the URL fragment, and to the first GPS fix.
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { MapHandle } from '#client/map/map.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { useStore } from '#client/device/store.ts';
import { placeInFragment } from './map-fragment.ts';

export function useFlightToFragment(map: MapHandle): void {
  const { hash } = useLocation();
  useEffect(() => {
    const place = placeInFragment(hash);
    if (place !== null) map.flyTo(place.lat, place.lon, limits.mapProfileZoom);
  }, [map, hash]);
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
