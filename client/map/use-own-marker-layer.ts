// A hook that shows the own marker on the map while a screen is mounted.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapHandle } from './map.ts';
import { type OwnMarker, type OwnMarkerLayer, type OwnMarkerOptions, createOwnMarkerLayer } from './own-marker-layer.ts';

export function useOwnMarkerLayer(map: MapHandle, marker: OwnMarker | null, options: OwnMarkerOptions): void {
  const layer = useRef<OwnMarkerLayer>(null);
  const { role, label, units, locale } = options;
  const pictureSource = useEffectEvent(options.pictureSource);
  const onMoved = useEffectEvent(options.onMoved);

  useEffect(() => {
    const created = createOwnMarkerLayer(map, {
      pictureSource: (pictureId, px) => pictureSource(pictureId, px),
      role,
      label,
      units,
      locale,
      onMoved: (lat, lon) => onMoved(lat, lon),
    });
    layer.current = created;
    return () => created.dispose();
  }, [map, role, label, units, locale]);

  useEffect(() => layer.current?.setOwnMarker(marker), [map, role, label, units, locale, marker]);
}
