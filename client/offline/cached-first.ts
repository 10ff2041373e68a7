// Shows a cached reply until the server answers, and while the server cannot be reached.
import type { InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
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

export interface CacheStore<T> {
  readonly read: () => Promise<CachedValue<T> | null>;
  /** Must not store email addresses or private pictures. Not needed if `request` caches its reply itself. */
  readonly write?: (value: T) => Promise<unknown>;
  /** Called when the server refuses the request, so that the cached value is not shown any more. */
  readonly forget?: () => Promise<unknown>;
}

/**
 * A `queryFn` that shows the value in `store` until the server answers. Use it with `refetchOnReconnect: 'always'`, because
 * react-query takes a value that was shown offline for fresh. `request` is called with the value that is shown.
 */
export const cachedFirst =
  <T>(store: CacheStore<T>, request: (context: QueryFunctionContext, shownValue: T | undefined) => Promise<T>) =>
  async (context: QueryFunctionContext): Promise<T> => {
    const { client, queryKey } = context;
    const shownValue = (): T | undefined => client.getQueryData<T>(queryKey);
    if (shownValue() === undefined) {
      // Without storage, nothing is shown until the server answers.
      const found = await withTimeout(store.read());
      if (found !== null && shownValue() === undefined)
        client.setQueryData<T>(queryKey, found.value, { updatedAt: found.savedMs });
    }
    try {
      const value = await request(context, shownValue());
      cacheOnceClaimed(store, value);
      return value;
    } catch (error) {
      if (error instanceof Refused && error.status !== 401 && error.status !== 429) await store.forget?.().catch(() => undefined);
      const shown = shownValue();
      if (error instanceof ConnectionLost && shown !== undefined) return shown;
      throw error;
    }
  };

const readTimeoutMs = 1_000;

/** Null after a time limit. Some browsers' databases hang, and must not delay the server's reply. */
export const withTimeout = <T>(reading: Promise<T>): Promise<T | null> =>
  Promise.race([reading.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, readTimeoutMs, null))]);

/** The same for a list in pages. Only its first page is cached. */
export const cachedFirstPage =
  <T, P>(store: CacheStore<T>, request: (context: QueryFunctionContext<QueryKey, P>) => Promise<T>) =>
  async (context: QueryFunctionContext<QueryKey, P>): Promise<T> => {
    const { client, queryKey, pageParam } = context;
    if (pageParam !== undefined) return request(context);
    const shownValue = (): T | undefined => client.getQueryData<InfiniteData<T, P>>(queryKey)?.pages[0];
    if (shownValue() === undefined) {
      const found = await withTimeout(store.read());
      const first = found === null ? null : { pages: [found.value], pageParams: [pageParam] };
      if (found !== null && shownValue() === undefined) client.setQueryData(queryKey, first, { updatedAt: found.savedMs });
    }
    try {
      const page = await request(context);
      cacheOnceClaimed(store, page);
      return page;
    } catch (error) {
      const shown = shownValue();
      if (error instanceof ConnectionLost && shown !== undefined) return shown;
      throw error;
    }
  };

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
  write: (like) => cacheLike(own, like),
});

/** The cache of a complete list, under its query key. */
export const listStore = <T>(own: string, key: QueryKey): CacheStore<T> => ({
  read: () => cachedList<T>(own, JSON.stringify(key)),
  write: (list) => cacheList(own, JSON.stringify(key), list),
});
