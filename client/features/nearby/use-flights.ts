// Moves the map by itself: to the place that a link names, and to where the GPS says the member is.
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { MapRoom } from '#client/map/map.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { useStore } from '#client/device/store.ts';
import { placeOfHash } from './place-hash.ts';

/** `#profileId=..&lat=..&lng=..` of a link to somebody's place. */
export function useFlightToFragment(room: MapRoom): void {
  const { hash } = useLocation();
  useEffect(() => {
    const place = placeOfHash(hash);
    if (place !== null) room.flyTo(place.lat, place.lon, limits.mapProfileZoom);
  }, [room, hash]);
}

/** Whoever switches to GPS, with the function that comes back, wants to see where it says he is. */
export function useFlightToFirstFix(room: MapRoom): () => void {
  const { fix } = useStore(ownLocation.own);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (fix === null || !isAwaited.current) return;
    isAwaited.current = false;
    room.flyTo(fix.lat, fix.lng, Math.max(room.view().zoom, limits.mapZoom));
  }, [fix, room]);
  return () => {
    isAwaited.current = true;
    ownLocation.followDevice();
  };
}
