// Shows the cached answer until the server answers, and keeps showing it while the server is unreachable.
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
  /** Never an e-mail address or a private picture. Absent if `ask` itself caches its answer. */
  readonly write?: (value: T) => Promise<unknown>;
  /** The server has refused it (404 and the like): it must not come back from the device. */
  readonly forget?: () => Promise<unknown>;
}

/**
 * The `queryFn` that shows the value in `store` until the server answers, and keeps it when the server does not. Use it with
 * `refetchOnReconnect: 'always'`: what was shown without connection counts as fresh to the cache and is not.
 * `ask` also gets the value shown now, cached or fetched before.
 */
export const cachedFirst =
  <T>(store: CacheStore<T>, ask: (context: QueryFunctionContext, held: T | undefined) => Promise<T>) =>
  async (context: QueryFunctionContext): Promise<T> => {
    const { client, queryKey } = context;
    const held = (): T | undefined => client.getQueryData<T>(queryKey);
    if (held() === undefined) {
      // A device without storage shows nothing until the server answers.
      const found = await soon(store.read());
      if (found !== null && held() === undefined) client.setQueryData<T>(queryKey, found.value, { updatedAt: found.savedMs });
    }
    try {
      const value = await ask(context, held());
      cacheOnceClaimed(store, value);
      return value;
    } catch (error) {
      if (error instanceof Refused && error.status !== 401 && error.status !== 429) await store.forget?.().catch(() => undefined);
      const shown = held();
      if (error instanceof ConnectionLost && shown !== undefined) return shown;
      throw error;
    }
  };

/** A hanging store must not hold up the server's answer: browsers' databases have been seen to hang. */
const readMostMs = 1_000;

const soon = <T>(reading: Promise<T>): Promise<T | null> =>
  Promise.race([reading.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, readMostMs, null))]);

/** The same for a list that grows page by page, of which the first page is cached. */
export const cachedFirstPage =
  <T, P>(store: CacheStore<T>, ask: (context: QueryFunctionContext<QueryKey, P>) => Promise<T>) =>
  async (context: QueryFunctionContext<QueryKey, P>): Promise<T> => {
    const { client, queryKey, pageParam } = context;
    if (pageParam !== undefined) return ask(context);
    const held = (): T | undefined => client.getQueryData<InfiniteData<T, P>>(queryKey)?.pages[0];
    if (held() === undefined) {
      const found = await soon(store.read());
      const first = found === null ? null : { pages: [found.value], pageParams: [pageParam] };
      if (found !== null && held() === undefined) client.setQueryData(queryKey, first, { updatedAt: found.savedMs });
    }
    try {
      const page = await ask(context);
      cacheOnceClaimed(store, page);
      return page;
    } catch (error) {
      const shown = held();
      if (error instanceof ConnectionLost && shown !== undefined) return shown;
      throw error;
    }
  };

/** Not awaited: a device without storage or room shows the answer all the same. */
const cacheOnceClaimed = <T>(store: CacheStore<T>, value: T): void =>
  void memberDatabase.claimed.then(() => store.write?.(value)).catch(() => undefined);

/** A profile that `own` views, their own included. */
export const profileStore = (own: string, id: string): CacheStore<Profile> => ({
  read: () => cachedProfile(own, id),
  write: (profile) => cacheProfile(own, profile),
  forget: () => forgetProfile(own, id),
});

/** The like of `own` for another member. */
export const likeStore = (own: string, likedProfileId: string): CacheStore<ProfileLike> => ({
  read: () => cachedLike(own, likedProfileId),
  write: (like) => cacheLike(own, like),
});

/** A list that is cached whole, under the key of its query. */
export const listStore = <T>(own: string, key: QueryKey): CacheStore<T> => ({
  read: () => cachedList<T>(own, JSON.stringify(key)),
  write: (list) => cacheList(own, JSON.stringify(key), list),
});
