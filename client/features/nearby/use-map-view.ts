// Returns the map's current view and bounds.
import { useEffect, useState } from 'react';
import type { MapBounds, MapViewState } from '#client/map/map-geometry.ts';
import type { MapHandle } from '#client/map/map.ts';

export interface MapViewport {
  readonly view: MapViewState;
  /** Null until the map has a size. */
  readonly bounds: MapBounds | null;
}

export function useMapView(map: MapHandle): MapViewport {
  const [viewport, setViewport] = useState<MapViewport>(() => ({ view: map.view(), bounds: null }));
  useEffect(() => map.onChange(() => setViewport({ view: map.view(), bounds: map.viewBounds() })), [map]);
  return viewport;
}
