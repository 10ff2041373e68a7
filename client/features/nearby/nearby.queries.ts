// Queries of members nearby: by distance for lists, by sector for the map, as counts for wide views.
import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { nearby } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { ask } from '#client/net/ask.ts';
import { ServerTrouble } from '#client/net/errors.ts';
import { listStore, cachedFirst, type CacheStore } from '#client/offline/cached-first.ts';
import { deckOf, firstRound, type Deck, type Round } from './deck.ts';

/** Counts of whole sectors change slowly. */
const aggregatesRefetchMs = 60_000;
const onlineRefetchMs = 60_000;
const cacheEveryMs = 60_000;

const noFilter = { withPicture: false, onlineNow: false } as const;

/** Only server errors are retried: a missing position stays missing, and without connection the screen says so at once. */
export const retryTrouble = (failures: number, error: Error): boolean => error instanceof ServerTrouble && failures < 2;

export interface NearestPage {
  readonly briefs: readonly ProfileBrief[];
  /** From the original response, since pages get shorter when members on them disappear. */
  readonly isLast: boolean;
}

/** Pages of 30, nearest first, around `centre`, or the own point for null. */
export const nearestQuery = (includeTestData: boolean, centre: Place | null) =>
  infiniteQueryOptions({
    queryKey: ['nearby', 'nearest', includeTestData, centre] as const,
    queryFn: async (context): Promise<NearestPage> => {
      const paging = { page: context.pageParam, size: limits.tilesPage };
      const briefs = await ask(nearby.getNearest, { query: { ...paging, includeTestData, ...noFilter, ...centre } })(context);
      return { briefs, isLast: briefs.length < limits.tilesPage };
    },
    initialPageParam: 0,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length),
    refetchInterval: limits.tilesRefetchMs,
    retry: retryTrouble,
    meta: { persist: true },
  });

/** The round of the deck. Never fetched: the deck writes it, and it ends with the session. */
export const roundQuery = (own: string) =>
  queryOptions<Round>({
    queryKey: ['nearby', 'round', own],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The next cards of the round, nearest first, around `centre`, or the own point for null. */
export const deckQuery = (own: string, includeTestData: boolean, centre: Place | null) =>
  queryOptions({
    queryKey: ['nearby', 'deck', own, includeTestData, centre] as const,
    queryFn: (context): Promise<Deck> => {
      const round = context.client.getQueryData(roundQuery(own).queryKey) ?? firstRound;
      const held = context.client.getQueryData<Deck>(context.queryKey)?.briefs ?? [];
      return deckOf(held, round, (page) => {
        const query = { page, size: limits.tilesPage, includeTestData, ...noFilter, unrated: true, ...centre };
        return ask(nearby.getNearest, { query })(context);
      });
    },
    refetchInterval: limits.swipeRefetchMs,
    retry: retryTrouble,
    meta: { persist: true },
  });

const sectorKeyOf = (own: string, includeTestData: boolean, sector: string) =>
  ['nearby', 'sector', own, includeTestData, sector] as const;

/** The members of one sector of the map; without connection as `own` last saw them. */
export const sectorQuery = (own: string, includeTestData: boolean, sector: string) =>
  queryOptions({
    queryKey: sectorKeyOf(own, includeTestData, sector),
    queryFn: cachedFirst<ProfileBrief[]>(
      sectorStore(own, sectorKeyOf(own, includeTestData, sector)),
      ask(nearby.getBySector, { params: { sector }, query: { page: 0, size: limits.sectorPage, includeTestData } }),
    ),
    refetchInterval: limits.mapRefreshMs,
    staleTime: limits.mapRefreshMs,
    refetchOnReconnect: 'always',
  });

/** When each sector was stored last, by `performance.now()`. */
const storedMs = new Map<string, number>();

/** A sector is fetched every 15 seconds and may be half a megabyte: not every response is stored. */
function sectorStore(own: string, key: readonly unknown[]): CacheStore<ProfileBrief[]> {
  const store = listStore<ProfileBrief[]>(own, key);
  const name = JSON.stringify(key);
  return {
    ...store,
    write: async (briefs) => {
      if (performance.now() - (storedMs.get(name) ?? Number.NEGATIVE_INFINITY) < cacheEveryMs) return;
      storedMs.set(name, performance.now());
      await store.write?.(briefs);
    },
  };
}

export const aggregatesQuery = (includeTestData: boolean) =>
  queryOptions({
    queryKey: ['nearby', 'counts', includeTestData] as const,
    queryFn: ask(nearby.getAggregates, { query: { includeTestData } }),
    refetchInterval: aggregatesRefetchMs,
    staleTime: aggregatesRefetchMs,
    meta: { persist: true },
  });

/** Profile ids of the nearest hundred members online now. */
export const onlineQuery = (includeTestData: boolean) =>
  queryOptions({
    queryKey: ['nearby', 'online', includeTestData] as const,
    queryFn: ask(nearby.getNearest, {
      query: { page: 0, size: limits.maxBriefsPageSize, includeTestData, ...noFilter, onlineNow: true },
    }),
    select: idsOf,
    refetchInterval: onlineRefetchMs,
    staleTime: onlineRefetchMs,
    retry: retryTrouble,
    placeholderData: keepPreviousData,
  });

function idsOf(briefs: readonly ProfileBrief[]): ReadonlySet<string> {
  return new Set(briefs.map(({ profileId }) => profileId));
}
