// Keeps the queries that say `meta: { persist: true }` in local storage, under a key of the account; never messages or private data.
import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import { readLocal, writeLocal } from '#client/device/storage.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { keptMs } from '#client/net/query-client.ts';

/** Raised when the shape of a persisted reply changes. */
const shape = 1;
const saveDelayMs = 2_000;

interface Saved {
  readonly shape: number;
  readonly savedMs: number;
  readonly state: DehydratedState;
}

/** Puts back what was saved within the last day, and saves from now on, some seconds after each change. */
export function restoreSavedQueries(queries: QueryClient, profileId: string): void {
  const key = `queries:${profileId}`;
  const saved = readLocal(key);
  if (isFresh(saved)) hydrate(queries, saved.state);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    timer = undefined;
    // After a logout nothing of the account may be written again.
    if (sessionRecord.get()?.profileId !== profileId) return;
    writeLocal(key, { shape, savedMs: Date.now(), state: persistedPart(queries) } satisfies Saved);
  };
  queries.getQueryCache().subscribe(({ query, type }) => {
    if (query.meta?.persist === true && type === 'updated') timer ??= setTimeout(save, saveDelayMs);
  });
}

const persistedPart = (queries: QueryClient): DehydratedState =>
  dehydrate(queries, {
    shouldDehydrateQuery: ({ meta, state }) => meta?.persist === true && state.status === 'success',
    shouldDehydrateMutation: () => false,
  });

function isFresh(saved: unknown): saved is Saved {
  if (typeof saved !== 'object' || saved === null || Reflect.get(saved, 'shape') !== shape) return false;
  const savedMs: unknown = Reflect.get(saved, 'savedMs');
  return typeof savedMs === 'number' && Date.now() - savedMs < keptMs;
}
