// Lays the base map that the server has under the members, and says whom it owes a mention.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { map, type MapSource } from '#shared/contract/map.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { MapRoom } from '#client/map/map.ts';
import { ask } from '#client/net/ask.ts';
import { contact } from '#client/net/contact.ts';
import { listStore, savedFirst } from '#client/offline/saved-first.ts';
import { useStore } from '#client/device/store.ts';

/** Kept on the device: without connection the map is there at once, from the tiles that were seen. */
const mapSourceQuery = (own: string) =>
  queryOptions({
    queryKey: ['map', 'source', own],
    queryFn: savedFirst<MapSource>(listStore(own, ['map', 'source']), ask(map.getSource, {})),
    staleTime: 60_000,
    refetchOnReconnect: 'always',
  });

/** Empty until the source is known. */
export function useMapBase(room: MapRoom): string {
  const own = useOwnProfileId();
  const { data: source } = useQuery({ ...mapSourceQuery(own), enabled: own !== '' });
  useEffect(() => {
    if (source === undefined) return;
    const tileUrl = map.getTile.path.replace('{version}', source.version);
    // Its drawing is a file of its own, which may not be here yet; the next answer tries again.
    void room.setBase(source, tileUrl).catch(() => undefined);
  }, [room, source]);
  const { isLost } = useStore(contact);
  useEffect(() => {
    if (!isLost) room.retryBase();
  }, [room, isLost]);
  return source?.attribution ?? '';
}
