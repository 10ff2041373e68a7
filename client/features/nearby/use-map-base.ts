// Sets the base map from the server's source, again and again while its code cannot be loaded.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { map, type MapSource } from '#shared/contract/map.ts';
import { pollDelayMs } from '#shared/rules/backoff.ts';
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

interface MapBase {
  /** Empty until the source is loaded. */
  readonly attribution: string;
  /** True while the code of the base map could not be loaded. */
  readonly isMissing: boolean;
}

export function useMapBase(handle: MapHandle): MapBase {
  const [isMissing, setMissing] = useState(false);
  const { isLost } = useStore(reachability);
  const own = useOwnProfileId();
  const { data: source } = useQuery({ ...mapSourceQuery(own), enabled: own !== '' });
  useEffect(() => {
    if (source === undefined) return;
    const tileUrl = map.getTile.path.replace('{version}', source.version);
    return keepTrying(() => handle.setBase(source, tileUrl, needsBlobs() ? fetchBytes : null), setMissing);
    // When the connection is lost or back, it is tried at once.
  }, [handle, source, isLost]);
  useEffect(() => {
    if (!isLost) handle.retryBase();
  }, [handle, isLost]);
  return { attribution: source?.attribution ?? '', isMissing };
}

/** Loads until it succeeds. Returns a function that stops. */
function keepTrying(load: () => Promise<void>, setMissing: (isMissing: boolean) => void): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tryNow = async (tries: number): Promise<void> => {
    const isLoaded = await load().then(
      () => true,
      () => false,
    );
    if (isStopped) return;
    setMissing(!isLoaded);
    if (!isLoaded) timer = setTimeout(() => void tryNow(tries + 1), pollDelayMs(tries));
  };
  void tryNow(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
