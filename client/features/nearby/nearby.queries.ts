// Who is near: by distance for lists, by sector for the map, as counts for the far map.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nearby } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { ask } from '#client/net/ask.ts';
import { Refused } from '#client/net/errors.ts';

/** Counts of whole sectors change slowly. */
const aggregatesRefetchMs = 60_000;
const onlineRefetchMs = 60_000;

const noFilter = { withPicture: false, onlineNow: false } as const;

/** Nobody's location comes by asking again. */
const retry = (failures: number, error: Error): boolean => !(error instanceof Refused) && failures < 2;

export interface NearestPage {
  readonly briefs: readonly ProfileBrief[];
  /** Said of the answer as it came: a page gets shorter when somebody on it goes out of sight. */
  readonly isLast: boolean;
}

/** Pages of 30, nearest first, around the own point, or around `centre` where the member has none. */
export const nearestQuery = (includeTestData: boolean, centre: Place | null) =>
  infiniteQueryOptions({
    queryKey: ['briefs', 'nearest', includeTestData, centre] as const,
    queryFn: async (context): Promise<NearestPage> => {
      const paging = { page: context.pageParam, size: limits.tilesPage };
      const briefs = await ask(nearby.getNearest, { query: { ...paging, includeTestData, ...noFilter, ...centre } })(context);
      return { briefs, isLast: briefs.length < limits.tilesPage };
    },
    initialPageParam: 0,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length),
    refetchInterval: limits.tilesRefetchMs,
    retry,
    meta: { persist: true },
  });

export const sectorQuery = (sector: string, includeTestData: boolean) =>
  queryOptions({
    queryKey: ['briefs', 'sector', includeTestData, sector] as const,
    queryFn: ask(nearby.getBySector, { params: { sector }, query: { page: 0, size: limits.sectorPage, includeTestData } }),
    refetchInterval: limits.mapRefreshMs,
    staleTime: limits.mapRefreshMs,
  });

export const aggregatesQuery = (includeTestData: boolean) =>
  queryOptions({
    queryKey: ['aggregates', includeTestData] as const,
    queryFn: ask(nearby.getAggregates, { query: { includeTestData } }),
    refetchInterval: aggregatesRefetchMs,
    staleTime: aggregatesRefetchMs,
    meta: { persist: true },
  });

/** The nearest hundred who are online now, as a set of their profile ids. */
export const onlineQuery = (includeTestData: boolean) =>
  queryOptions({
    queryKey: ['online', includeTestData] as const,
    queryFn: ask(nearby.getNearest, {
      query: { page: 0, size: limits.briefsPageMost, includeTestData, ...noFilter, onlineNow: true },
    }),
    select: idsOf,
    refetchInterval: onlineRefetchMs,
    staleTime: onlineRefetchMs,
    retry,
    placeholderData: keepPreviousData,
  });

function idsOf(briefs: readonly ProfileBrief[]): ReadonlySet<string> {
  return new Set(briefs.map(({ profileId }) => profileId));
}
