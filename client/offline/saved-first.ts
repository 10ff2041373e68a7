// Shows what this device has saved until the server answers, and goes on showing it when the server can't be heard.
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import type { Profile, ProfileBrief } from '#shared/contract/profiles.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { forgetProfile, keepBriefs, keepList, keepProfile, savedList, savedProfile, type SavedValue } from './saved-values.ts';

export interface SavedStore<T> {
  readonly read: () => Promise<SavedValue<T> | null>;
  /** An e-mail address or a private picture has no place here. Absent where the fetching itself keeps what it gets. */
  readonly keep?: (value: T) => Promise<unknown>;
  /** The server has refused it (404 and the like): it must not come back from the device. */
  readonly forget?: () => Promise<unknown>;
}

/**
 * The `queryFn` that shows what `store` holds until the server answers, and further where it does not. Use it with
 * `refetchOnReconnect: 'always'`: what was shown without connection counts as fresh to the cache and is not.
 * `ask` also gets what is shown now, saved or fetched before.
 */
export const savedFirst =
  <T>(store: SavedStore<T>, ask: (context: QueryFunctionContext, held: T | undefined) => Promise<T>) =>
  async (context: QueryFunctionContext): Promise<T> => {
    const { client, queryKey } = context;
    const held = (): T | undefined => client.getQueryData<T>(queryKey);
    if (held() === undefined) {
      // A device without storage shows what the server says, and nothing before.
      const found = await store.read().catch(() => null);
      if (found !== null && held() === undefined) client.setQueryData<T>(queryKey, found.value, { updatedAt: found.savedMs });
    }
    try {
      const value = await ask(context, held());
      void store.keep?.(value).catch(() => undefined);
      return value;
    } catch (error) {
      if (error instanceof Refused && error.status !== 401 && error.status !== 429) await store.forget?.().catch(() => undefined);
      const shown = held();
      if (error instanceof ConnectionLost && shown !== undefined) return shown;
      throw error;
    }
  };

/** A profile that `own` looks at, his own too. */
export const profileStore = (own: string, id: string): SavedStore<Profile> => ({
  read: () => savedProfile(own, id),
  keep: (profile) => keepProfile(own, profile),
  forget: () => forgetProfile(own, id),
});

/** A list that is saved whole, under the key of its query. */
export const listStore = <T>(own: string, key: QueryKey): SavedStore<T> => ({
  read: () => savedList<T>(own, JSON.stringify(key)),
  keep: (list) => keepList(own, JSON.stringify(key), list),
});

/** The same for briefs, which the map shows too where it has no connection. */
export const briefsStore = (own: string, key: QueryKey): SavedStore<ProfileBrief[]> => ({
  read: () => savedList<ProfileBrief[]>(own, JSON.stringify(key)),
  keep: (briefs) => Promise.all([keepList(own, JSON.stringify(key), briefs), keepBriefs(own, briefs)]),
});
