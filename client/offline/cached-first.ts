// Shows a cached reply until the server answers, and while the server cannot be reached.
import type { InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { isTemporaryStatus } from '#shared/rules/temporary-status.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { reachability } from '#client/net/reachability.ts';
import { memberDatabase } from './database.ts';
import {
  forgetProfile,
  cacheLike,
  cacheList,
  cacheProfile,
  cachedLike,
  cachedList,
  cachedProfile,
  type CachedValue,
} from './cached-values.ts';
import { evictLikes } from './evict-likes.ts';

export interface CacheStore<T> {
  readonly read: () => Promise<CachedValue<T> | null>;
  /** Must not store email addresses or private pictures. Not needed if `request` caches its reply itself. */
  readonly write?: (value: T) => Promise<unknown>;
  /** Called when the server refuses the request for good, so that the cached value is no longer shown. Not called for a 401. */
  readonly forget?: () => Promise<unknown>;
}

/**
 * A `queryFn` that shows the value in `store` until the server answers. Without an answer, the shown value stays invalidated.
 * `request` gets the value that is shown when it is called.
 */
export const cachedFirst =
  <T>(store: CacheStore<T>, request: (context: QueryFunctionContext, shownValue: T | undefined) => Promise<T>) =>
  (context: QueryFunctionContext): Promise<T> => {
    const { client, queryKey } = context;
    const shownValue = (): T | undefined => client.getQueryData<T>(queryKey);
    return storedThenAnswer(store, context, {
      request: () => request(context, shownValue()),
      shownValue,
      show: (value, updatedAt) => client.setQueryData<T>(queryKey, value, { updatedAt }),
    });
  };

/** The same for a list in pages. Only its first page is cached. */
export const cachedFirstPage =
  <T, P>(store: CacheStore<T>, request: (context: QueryFunctionContext<QueryKey, P>) => Promise<T>) =>
  (context: QueryFunctionContext<QueryKey, P>): Promise<T> => {
    const { client, queryKey, pageParam } = context;
    if (pageParam !== undefined) return request(context);
    return storedThenAnswer(store, context, {
      request: () => request(context),
      shownValue: () => client.getQueryData<InfiniteData<T, P>>(queryKey)?.pages[0],
      show: (page, updatedAt) => client.setQueryData(queryKey, { pages: [page], pageParams: [pageParam] }, { updatedAt }),
    });
  };

type FetchedQuery = Pick<QueryFunctionContext, 'client' | 'queryKey'>;

interface Shown<T> {
  readonly request: () => Promise<T>;
  readonly shownValue: () => T | undefined;
  readonly show: (value: T, savedMs: number) => unknown;
}

async function storedThenAnswer<T>(
  store: CacheStore<T>,
  context: FetchedQuery,
  { request, shownValue, show }: Shown<T>,
): Promise<T> {
  let isAnswered = false;
  const showStored = async (): Promise<void> => {
    const found = shownValue() === undefined ? await store.read() : null;
    if (found !== null && !isAnswered && shownValue() === undefined) show(found.value, found.savedMs);
  };
  const showing = showStored();
  // A value that is read later is still shown if the server has not answered by then.
  await withTimeout(showing);
  try {
    const value = await request();
    isAnswered = true;
    cacheOnceClaimed(store, value);
    return value;
  } catch (error) {
    const isLost = error instanceof ConnectionLost;
    isAnswered = !isLost;
    if (error instanceof Refused && error.status !== 401 && !isTemporaryStatus(error.status))
      await store.forget?.().catch(() => undefined);
    if (isLost) await withTimeout(showing, longestReadMs);
    invalidateUnanswered(context, isLost);
    const shown = shownValue();
    if (isLost && shown !== undefined) return shown;
    throw error;
  }
}

/**
 * Lets a query that got no answer be fetched again: by the next screen, if all its screens were closed meanwhile, or if the connection
 * was lost. If the connection came back while the device's copy was read, open screens fetch it at once, because the refetch of a
 * reconnect leaves out queries whose fetch has not ended.
 */
function invalidateUnanswered({ client, queryKey }: FetchedQuery, isLost: boolean): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus === 'idle') return query.invalidate();
  const again = () =>
    client.invalidateQueries({ queryKey, exact: true, refetchType: reachability.get().isLost ? 'none' : 'active' });
  if (isLost) void query?.promise?.then(again, again);
}

/** The request waits for the cached value for at most this time. */
const readTimeoutMs = 1_000;
/** Without a connection, even a slow device has the time to read what it has stored. */
export const longestReadMs = 30_000;

/** Resolves to null if the read fails, or after a time limit, because some browsers' databases hang. */
export const withTimeout = <T>(reading: Promise<T>, ms = readTimeoutMs): Promise<T | null> =>
  Promise.race([reading.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);

/** Not awaited, so that the reply is shown even if the device cannot store it. */
const cacheOnceClaimed = <T>(store: CacheStore<T>, value: T): void =>
  void memberDatabase.claimed.then(() => store.write?.(value)).catch(() => undefined);

/** The cache of a profile that `own` has viewed. */
export const profileStore = (own: string, id: string): CacheStore<Profile> => ({
  read: () => cachedProfile(own, id),
  write: (profile) => cacheProfile(own, profile),
  forget: () => forgetProfile(own, id),
});

/** The cache of the like of `own` for another member. */
export const likeStore = (own: string, likedProfileId: string): CacheStore<ProfileLike> => ({
  read: () => cachedLike(own, likedProfileId),
  write: (like) => cacheLike(own, like).then(() => evictLikes(own)),
});

/** The cache of a query's reply, or of its first page, under the query's key. */
export const listStore = <T>(own: string, key: QueryKey): CacheStore<T> => ({
  read: () => cachedList<T>(own, JSON.stringify(key)),
  write: (list) => cacheList(own, JSON.stringify(key), list),
});
