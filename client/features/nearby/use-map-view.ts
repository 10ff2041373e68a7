// What part of the world the map shows now.
import { useEffect, useState } from 'react';
import type { MapBounds, MapViewState } from '#client/map/map-geometry.ts';
import type { MapHandle } from '#client/map/map.ts';

export interface MapLookingAt {
  readonly view: MapViewState;
  /** Null until the map has been laid out. */
  readonly bounds: MapBounds | null;
}

export function useMapView(room: MapHandle): MapLookingAt {
  const [lookingAt, setLookingAt] = useState<MapLookingAt>(() => ({ view: room.view(), bounds: null }));
  useEffect(() => room.onChange(() => setLookingAt({ view: room.view(), bounds: room.viewBounds() })), [room]);
  return lookingAt;
}
