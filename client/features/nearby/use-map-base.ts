// Sets the base map from the server's source and returns its attribution.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { map, type MapSource } from '#shared/contract/map.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { MapHandle } from '#client/map/map.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { fetchBytes, needsBlobs } from '#client/net/picture-source.ts';
import { reachability } from '#client/net/reachability.ts';
import { listStore, cachedFirst } from '#client/offline/cached-first.ts';
import { useStore } from '#client/device/store.ts';

/** The source is cached on the device, so that the map shows cached tiles offline. */
const mapSourceQuery = (own: string) =>
  queryOptions({
    queryKey: ['map', 'source', own],
    queryFn: cachedFirst<MapSource>(listStore(own, ['map', 'source']), callAsQuery(map.getSource, {})),
    staleTime: 60_000,
    refetchOnReconnect: 'always',
  });

/** Returns '' until the source is loaded. */
export function useMapBase(handle: MapHandle): string {
  const own = useOwnProfileId();
  const { data: source } = useQuery({ ...mapSourceQuery(own), enabled: own !== '' });
  useEffect(() => {
    if (source === undefined) return;
    const tileUrl = map.getTile.path.replace('{version}', source.version);
    // The code chunk of the base map may fail to load. It is loaded again when the screen is opened again or the source changes.
    void handle.setBase(source, tileUrl, needsBlobs() ? fetchBytes : null).catch(() => undefined);
  }, [handle, source]);
  const { isLost } = useStore(reachability);
  useEffect(() => {
    if (!isLost) handle.retryBase();
  }, [handle, isLost]);
  return source?.attribution ?? '';
}
