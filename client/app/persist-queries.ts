// Persists queries with `meta: { persist: true }` for each account. Do not mark queries of messages or private data.
import type { Query, QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { sessionRecord } from '#client/device/session-record.ts';
import { isWiping } from '#client/device/pending-cleanup.ts';
import { withTimeout } from '#client/offline/cached-first.ts';
import { cacheList, cachedList, forgetList } from '#client/offline/cached-values.ts';
import { readPending } from '#client/offline/outbox/use-pending.ts';
import { cacheMaxAgeMs } from '#client/net/query-client.ts';
import { hourMs } from '#shared/rules/durations.ts';

/** Increment when the shape of a persisted reply or of its key changes. */
const buster = '2';
/** How long changes by live events are collected before they are stored. */
const saveDelayMs = 2_000;
/** The age assumed for data that seems to come from the future. It is old enough to be fetched again. */
const unknownAgeMs = hourMs;
/** The name of the list in the device database. */
const listName = 'queries';

let save: () => void = () => undefined;

/** Persists the changes at once. Call it after somebody disappeared, because the next start must not show them for a moment. */
export const persistNow = (): void => save();

/**
 * Restores queries that were persisted within the last day, and the waiting writes. Then persists changes: those by live events
 * after a delay, fetched ones as soon as no fetch is pending, because the next start must not show for a moment who is no longer
 * in a list. If a slow device has not read the queries in time, they are restored later, and nothing is persisted before.
 */
export async function persistQueries(queryClient: QueryClient, profileId: string): Promise<void> {
  const restoring = openStorage(profileId).then((storage) => restoreQueries(queryClient, storage));
  await withTimeout(Promise.all([restoring, readPending(profileId)]));
  let timer: ReturnType<typeof setTimeout> | undefined;
  save = () => {
    clearTimeout(timer);
    timer = undefined;
    void restoring.then((options) => persistQueryClientSave(options));
  };
  // persistQueryClientSubscribe would serialise all queries on each event.
  queryClient.getQueryCache().subscribe((event) => {
    if (!isPersisted(event.query) || event.type !== 'updated') return;
    const { action } = event;
    const isFetched = action.type === 'success' && action.manual !== true;
    if (isFetched && queryClient.isFetching({ predicate: isPersisted }) === 0) {
      clearTimeout(timer);
      timer = setTimeout(save);
    }
    timer ??= setTimeout(save, saveDelayMs);
  });
}

const isPersisted = ({ meta }: Query): boolean => meta?.persist === true;

/** Returns the options for saving the queries. */
async function restoreQueries(queryClient: QueryClient, storage: Awaited<ReturnType<typeof openStorage>>) {
  // This persister is deprecated, but the asynchronous one would restore only after the first render.
  const persister = createSyncStoragePersister({
    storage,
    throttleTime: 0,
    serialize: (client) => JSON.stringify(client, withoutFailure),
    deserialize: (stored) => JSON.parse(stored, withoutFuture),
  });
  const options = {
    queryClient,
    persister,
    buster,
    maxAge: cacheMaxAgeMs,
    dehydrateOptions: {
      shouldDehydrateQuery: (query) =>
        isPersisted(query) && query.state.data !== undefined && Date.now() - query.state.dataUpdatedAt < cacheMaxAgeMs,
      shouldDehydrateMutation: () => false,
    },
  } satisfies Parameters<typeof persistQueryClientSave>[0] & Parameters<typeof persistQueryClientRestore>[0];
  // The library removes data that cannot be read.
  await persistQueryClientRestore(options).catch(() => undefined);
  return options;
}

/** Marks a failed query as successful, so that the data from before the failure is restored. */
const withoutFailure = (key: string, value: unknown): unknown =>
  key === 'state' && Reflect.get(Object(value), 'status') === 'error'
    ? { ...(value as object), status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null }
    : value;

/** If the device's clock was set back since, the data would otherwise be taken for fresh until the clock has caught up. */
const withoutFuture = (key: string, value: unknown): unknown =>
  key === 'dataUpdatedAt' && Number(value) > Date.now() ? Date.now() - unknownAgeMs : value;

/** A copy in memory of the text that the device database stores encrypted. After the end of the session, nothing is read or written. */
async function openStorage(profileId: string) {
  let text = (await cachedList<unknown>(profileId, listName).catch(() => null))?.value;
  const isOpen = (): boolean => sessionRecord.get()?.profileId === profileId && !isWiping();
  return {
    getItem: (): string | null => (isOpen() && typeof text === 'string' ? text : null),
    setItem(_key: string, next: string): void {
      if (!isOpen()) return;
      text = next;
      cacheList(profileId, listName, next).catch(() => undefined);
    },
    removeItem(): void {
      text = null;
      forgetList(profileId, listName).catch(() => undefined);
    },
  };
}
