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
  /** An e-mail address or a private picture has no place here. Absent where the fetching itself keeps what it gets. */
  readonly write?: (value: T) => Promise<unknown>;
  /** The server has refused it (404 and the like): it must not come back from the device. */
  readonly forget?: () => Promise<unknown>;
}

/**
 * The `queryFn` that shows what `store` holds until the server answers, and further where it does not. Use it with
 * `refetchOnReconnect: 'always'`: what was shown without connection counts as fresh to the cache and is not.
 * `ask` also gets what is shown now, saved or fetched before.
 */
export const cachedFirst =
  <T>(store: CacheStore<T>, ask: (context: QueryFunctionContext, held: T | undefined) => Promise<T>) =>
  async (context: QueryFunctionContext): Promise<T> => {
    const { client, queryKey } = context;
    const held = (): T | undefined => client.getQueryData<T>(queryKey);
    if (held() === undefined) {
      // A device without storage shows what the server says, and nothing before.
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

/** A store that does not answer must not keep the server's answer away: browsers' databases have been seen to hang. */
const readMostMs = 1_000;

const soon = <T>(reading: Promise<T>): Promise<T | null> =>
  Promise.race([reading.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, readMostMs, null))]);

/** The same for a list that grows page by page: its first page is what the device keeps. */
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

/** Nobody waits for it, and a device without storage or room shows what there is all the same. */
const cacheOnceClaimed = <T>(store: CacheStore<T>, value: T): void =>
  void memberDatabase.claimed.then(() => store.write?.(value)).catch(() => undefined);

/** A profile that `own` views, their own included. */
export const profileStore = (own: string, id: string): CacheStore<Profile> => ({
  read: () => cachedProfile(own, id),
  write: (profile) => cacheProfile(own, profile),
  forget: () => forgetProfile(own, id),
});

/** What `own` thinks of another member. */
export const likeStore = (own: string, likedProfileId: string): CacheStore<ProfileLike> => ({
  read: () => cachedLike(own, likedProfileId),
  write: (like) => cacheLike(own, like),
});

/** A list that is saved whole, under the key of its query. */
export const listStore = <T>(own: string, key: QueryKey): CacheStore<T> => ({
  read: () => cachedList<T>(own, JSON.stringify(key)),
  write: (list) => cacheList(own, JSON.stringify(key), list),
});
