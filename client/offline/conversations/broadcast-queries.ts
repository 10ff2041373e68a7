// Queries of the area chat: one list for each sector, cached on the device. The socket updates them, and gaps are filled.
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { messages, type Broadcast } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { changeData } from '#client/net/change-data.ts';
import { Refused } from '#client/net/errors.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import {
  forgetBroadcasts,
  cacheBroadcasts,
  storeOwnSector,
  cachedBroadcasts,
  storedOwnSector,
  type OwnSector,
} from './cached-broadcasts.ts';
import { storeEnd } from './list-ends.ts';
import { mergeItems } from './newest-first.ts';
import { addOlder } from './older-pages.ts';
import { cachedFirst, type CacheStore } from '#client/offline/cached-first.ts';
import { backgroundIfShown, refreshedPages, withLaterChanges } from './conversation-queries.ts';

/** The sector to which the member's broadcasts would go now. Null while they have no position. */
export const ownSectorQuery = (own: string) =>
  queryOptions({
    queryKey: ['broadcast-sector', own],
    queryFn: cachedFirst<OwnSector>(
      { read: () => storedOwnSector(own), write: (found) => storeOwnSector(own, found) },
      callAsQuery(messages.getOwnSector, {}),
    ),
    refetchOnReconnect: 'always',
  });

const broadcastsKey = (own: string, sector: string, includeTestData: boolean): QueryKey => [
  'broadcasts',
  own,
  sector,
  includeTestData,
];

/** The broadcasts of a sector, newest first and without a gap. `loadOlderBroadcasts` extends the list. Test data is not cached. */
export const broadcastsQuery = (own: string, sector: string, includeTestData: boolean) =>
  queryOptions({
    queryKey: broadcastsKey(own, sector, includeTestData),
    queryFn: cachedFirst<Broadcast[]>(
      includeTestData ? emptyStore : sectorStore(own, sector),
      async ({ signal, client, queryKey }, cached = []) => {
        const joined = await refreshedPages(queryKey, cached, limits.broadcastsPage, broadcastId, (beforeMessageId) =>
          call(
            messages.getBySector,
            { params: { sector }, query: { beforeMessageId, includeTestData } },
            backgroundIfShown(signal, client, queryKey),
          ),
        );
        storeEnd(client, queryKey, joined);
        return withLaterChanges(joined, cached, client.getQueryData<Broadcast[]>(queryKey), broadcastId);
      },
    ),
    refetchOnReconnect: 'always',
  });

/** Adds the page before the oldest broadcast. Resolves to false if there are no older ones. Rejects like a call. */
export async function loadOlderBroadcasts(
  client: QueryClient,
  own: string,
  sector: string,
  includeTestData: boolean,
): Promise<boolean> {
  const key = broadcastsKey(own, sector, includeTestData);
  const fetchPage = (beforeMessageId: string) =>
    call(messages.getBySector, { params: { sector }, query: { beforeMessageId, includeTestData } });
  for (;;) {
    try {
      return await addOlder(client, key, limits.broadcastsPage, broadcastId, fetchPage);
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) throw error;
      // The oldest broadcast is no longer visible, for example because its sender has left. The next newer one is tried instead.
      client.setQueryData<Broadcast[]>(key, (cached) => cached?.slice(0, -1));
    }
  }
}

/** Shows a broadcast from the socket in the open lists. Other lists may have a gap below it, and are fetched again when they are shown. */
export async function showBroadcast(client: QueryClient, own: string, message: Broadcast): Promise<void> {
  const found = client.getQueryCache().findAll({ queryKey: ['broadcasts', own, message.sector], type: 'active' });
  for (const { queryKey } of found) {
    changeData<Broadcast[]>(client, { queryKey, exact: true }, (before) => mergeItems(before, [message], broadcastId));
    const cached = client.getQueryData<Broadcast[]>(queryKey);
    // A first reply that is on its way may not contain this broadcast.
    if (cached === undefined) invalidate(client, queryKey);
    else if (queryKey.at(-1) === false) await cacheBroadcasts(own, message.sector, cached).catch(() => undefined);
  }
}

/** Removes broadcasts that the member may no longer see, from the screen and the device. */
export async function dropBroadcasts(client: QueryClient, own: string, isGone: (message: Broadcast) => boolean): Promise<void> {
  changeData<Broadcast[]>(client, { queryKey: ['broadcasts', own] }, (cached) => cached.filter((message) => !isGone(message)));
  // A reply that is on its way may still contain them.
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['broadcasts', own], fetchStatus: 'fetching' }))
    invalidate(client, queryKey);
  await forgetBroadcasts(own, isGone).catch(() => undefined);
}

const broadcastId = ({ id }: Broadcast): string => id;

const sectorStore = (own: string, sector: string): CacheStore<Broadcast[]> => ({
  read: () => cachedBroadcasts(own, sector),
  write: (items) => cacheBroadcasts(own, sector, items),
});

const emptyStore: CacheStore<Broadcast[]> = { read: () => Promise.resolve(null) };
