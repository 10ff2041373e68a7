// Queries for members nearby: by distance for lists, by sector for the map, and as counts for wide views.
import { infiniteQueryOptions, queryOptions, skipToken, type QueryFunctionContext } from '@tanstack/react-query';
import { nearby } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { ConnectionLost, retryServerErrors } from '#client/net/errors.ts';
import { refetchAtAge } from '#client/net/refetch-at-age.ts';
import { listStore, cachedFirst, longestReadMs, withTimeout, type CacheStore } from '#client/offline/cached-first.ts';
import { nearbyKey } from '#client/people/member-queries.ts';
import { matchesFilter } from './cached-members.ts';
import { loadDeck, firstRound, roundMatching, type Deck, type Round } from './deck.ts';
import { areaQueryOf, isFiltering, emptyFilter, queryOf, type ListFilter } from './list-filter.ts';
import { deckKey, nearestKey, roundKey, sectorsKey } from './nearby-keys.ts';

/** The counts of whole sectors change slowly. */
const aggregatesRefetchMs = 60_000;
const minStoreIntervalMs = 60_000;

/** The time is short, so that results for filters that were only tried out are not cached for a day. */
const filteredCacheMs = 10 * minuteMs;

export const cacheTimeOf = (filter: ListFilter): { readonly gcTime?: number } =>
  isFiltering(filter) ? { gcTime: filteredCacheMs } : {};

export interface NearestPage {
  readonly briefs: readonly ProfileBrief[];
  /** This is stored with the response, since the page gets shorter when members disappear. */
  readonly isLast: boolean;
}

/** Loads pages of 30 members, nearest first. `centre` is null for the member's location. */
export const nearestQuery = (includeTestData: boolean, centre: Place | null, filter = emptyFilter) =>
  infiniteQueryOptions({
    queryKey: [...nearestKey, includeTestData, centre, filter] as const,
    queryFn: async (context): Promise<NearestPage> => {
      const paging = { page: context.pageParam, size: limits.tilesPage };
      const query = { ...paging, includeTestData, ...queryOf(filter), ...centre };
      const briefs = await callAsQuery(nearby.getNearest, { query })(context);
      return { briefs, isLast: briefs.length < limits.tilesPage };
    },
    initialPageParam: 0,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length),
    refetchInterval: refetchAtAge(limits.tilesRefetchMs),
    retry: retryServerErrors,
    ...cacheTimeOf(filter),
    meta: { persist: true },
  });

/** The current round of the deck. Only the deck itself writes it. */
export const roundQuery = (own: string) =>
  queryOptions<Round>({
    queryKey: [...roundKey, own],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the next cards of the round, nearest first. `centre` is null for the member's location. */
export const deckQuery = (own: string, includeTestData: boolean, centre: Place | null, filter = emptyFilter) =>
  queryOptions({
    queryKey: [...deckKey, includeTestData, centre, own, filter] as const,
    queryFn: (context): Promise<Deck> => {
      const currentRound = () => roundMatching(filter, context.client.getQueryData(roundQuery(own).queryKey) ?? firstRound);
      const cached = context.client.getQueryData<Deck>(context.queryKey)?.briefs ?? [];
      return loadDeck(cached, currentRound, (page) => {
        const query = { page, size: limits.tilesPage, includeTestData, ...queryOf(filter), unrated: true, ...centre };
        return callAsQuery(nearby.getNearest, { query })(context);
      });
    },
    refetchInterval: refetchAtAge(limits.swipeRefetchMs),
    retry: retryServerErrors,
    ...cacheTimeOf(filter),
    meta: { persist: true },
  });

const sectorKeyOf = (own: string, includeTestData: boolean, sector: string, filter: ListFilter) =>
  [...sectorsKey, own, includeTestData, filter, sector] as const;

/** Loads a sector's members. Offline it filters those that `own` loaded last, which are stored without a filter. */
export function sectorQuery(own: string, includeTestData: boolean, sector: string, filter = emptyFilter) {
  const store = sectorStore(own, sectorKeyOf(own, includeTestData, sector, emptyFilter));
  const request = callAsQuery(nearby.getBySector, {
    params: { sector },
    query: { page: 0, size: limits.sectorPage, includeTestData, ...areaQueryOf(filter) },
  });
  return queryOptions({
    queryKey: sectorKeyOf(own, includeTestData, sector, filter),
    queryFn: isFiltering(filter)
      ? orFromDevice(request, store, (brief) => matchesFilter(filter, brief))
      : cachedFirst<ProfileBrief[]>(store, request),
    refetchInterval: refetchAtAge(limits.mapRefreshMs),
    staleTime: limits.mapRefreshMs,
    refetchOnReconnect: 'always',
    ...cacheTimeOf(filter),
  });
}

/** Returns the stored members who match if the server can't be reached and nothing is shown yet. */
const orFromDevice =
  (
    request: (context: QueryFunctionContext) => Promise<ProfileBrief[]>,
    store: CacheStore<ProfileBrief[]>,
    isMatch: (brief: ProfileBrief) => boolean,
  ) =>
  async (context: QueryFunctionContext): Promise<ProfileBrief[]> => {
    try {
      return await request(context);
    } catch (error) {
      const isShown = context.client.getQueryData(context.queryKey) !== undefined;
      const found = isShown || !(error instanceof ConnectionLost) ? null : await withTimeout(store.read(), longestReadMs);
      if (found === null) throw error;
      return found.value.filter(isMatch);
    }
  };

/** When each sector was last stored, in milliseconds of `performance.now()`. */
const lastStoredMs = new Map<string, number>();

/** Stores at most one response a minute: a sector is fetched every 15 seconds and may be half a megabyte. */
function sectorStore(own: string, key: readonly unknown[]): CacheStore<ProfileBrief[]> {
  const store = listStore<ProfileBrief[]>(own, key);
  const name = JSON.stringify(key);
  return {
    ...store,
    write: async (briefs) => {
      if (performance.now() - (lastStoredMs.get(name) ?? Number.NEGATIVE_INFINITY) < minStoreIntervalMs) return;
      lastStoredMs.set(name, performance.now());
      await store.write?.(briefs);
    },
  };
}

export const aggregatesQuery = (includeTestData: boolean) =>
  queryOptions({
    queryKey: [...nearbyKey, 'counts', includeTestData] as const,
    queryFn: callAsQuery(nearby.getAggregates, { query: { includeTestData } }),
    refetchInterval: aggregatesRefetchMs,
    staleTime: aggregatesRefetchMs,
    meta: { persist: true },
  });
