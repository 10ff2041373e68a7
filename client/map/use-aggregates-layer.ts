// A hook that shows counts on the map while a screen is mounted.
import { useEffect, useRef } from 'react';
import { type AggregatesLayer, createAggregatesLayer } from './aggregates-layer.ts';
import type { MapAggregate } from './join-aggregates.ts';
import type { MapHandle } from './map.ts';

export function useAggregatesLayer(map: MapHandle, aggregates: MapAggregate[], locale: string): void {
  const layer = useRef<AggregatesLayer>(null);

  useEffect(() => {
    const created = createAggregatesLayer(map, locale);
    layer.current = created;
    return () => created.dispose();
  }, [map, locale]);

  useEffect(() => layer.current?.setAggregates(aggregates), [map, locale, aggregates]);
}
