// Puts the own marker on the map for as long as a screen shows it.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapRoom } from './map.ts';
import { type OwnMarker, type OwnMarkerLayer, type OwnMarkerOptions, createOwnMarkerLayer } from './own-marker-layer.ts';

export function useOwnMarkerLayer(map: MapRoom, marker: OwnMarker | null, options: OwnMarkerOptions): void {
  const layer = useRef<OwnMarkerLayer>(null);
  const pictureUrl = useEffectEvent(options.pictureUrl);
  const onMoved = useEffectEvent(options.onMoved);

  useEffect(() => {
    const created = createOwnMarkerLayer(map, {
      pictureUrl: (pictureId, px) => pictureUrl(pictureId, px),
      onMoved: (lat, lon) => onMoved(lat, lon),
    });
    layer.current = created;
    return () => created.dispose();
  }, [map]);

  useEffect(() => layer.current?.setOwnMarker(marker), [map, marker]);
}
