// Persists queries marked with `meta: { persist: true }` per account; messages and private data must not be marked.
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { isWiping } from '#client/device/pending-cleanup.ts';
import { cacheMaxAgeMs } from '#client/net/query-client.ts';

/** Increment when the shape of a persisted reply changes. */
const buster = '1';
const saveDelayMs = 2_000;

/** Restores queries persisted within the last day, and persists changes after a delay. */
export async function persistQueries(queryClient: QueryClient, profileId: string): Promise<void> {
  // The deprecated persister: the asynchronous one would restore only after the first render.
  const persister = createSyncStoragePersister({
    key: `queries:${profileId}`,
    storage: storageOf(profileId),
    throttleTime: 0,
    serialize: (client) => JSON.stringify(client, withoutFailure),
  });
  const options = {
    queryClient,
    persister,
    buster,
    maxAge: cacheMaxAgeMs,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, state }) =>
        meta?.persist === true && state.data !== undefined && Date.now() - state.dataUpdatedAt < cacheMaxAgeMs,
      shouldDehydrateMutation: () => false,
    },
  } satisfies Parameters<typeof persistQueryClientSave>[0] & Parameters<typeof persistQueryClientRestore>[0];
  // The library removes unreadable data.
  await persistQueryClientRestore(options).catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The library's own subscription would serialise all queries on each event.
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (query.meta?.persist !== true || type !== 'updated') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void persistQueryClientSave(options);
    }, saveDelayMs);
  });
}

/** What was loaded before remains stored when a refetch has failed, for example offline. */
const withoutFailure = (key: string, value: unknown): unknown =>
  key === 'state' && Reflect.get(Object(value), 'status') === 'error'
    ? { ...(value as object), status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null }
    : value;

/** Local storage, or the sealed vault while an app lock is set; refuses what a pending timer writes after the end of the session. */
const storageOf = (profileId: string) => ({
  getItem: (key: string): string | null => {
    const stored = readLocal(key);
    return typeof stored === 'string' ? stored : null;
  },
  setItem: (key: string, text: string): void => {
    const isOver = sessionRecord.get()?.profileId !== profileId || isWiping() || readLocal(localKeys.lock) === 'locked';
    if (!isOver) writeLocal(key, text);
  },
  removeItem: (key: string): void => writeLocal(key, null),
});
