// Puts the counts of the far map on it for as long as a screen shows them.
import { useEffect, useRef } from 'react';
import { type AggregatesLayer, type MapAggregate, createAggregatesLayer } from './aggregates-layer.ts';
import type { MapRoom } from './map.ts';

export function useAggregatesLayer(map: MapRoom, aggregates: MapAggregate[]): void {
  const layer = useRef<AggregatesLayer>(null);

  useEffect(() => {
    const created = createAggregatesLayer(map);
    layer.current = created;
    return () => created.dispose();
  }, [map]);

  useEffect(() => layer.current?.setAggregates(aggregates), [map, aggregates]);
}
