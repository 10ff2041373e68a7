// The detail list by distance: ten at a time with the first words of each, the first ten with how many there are.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { nearby, type NearestCount, type ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { ask } from '#client/net/ask.ts';
import { ConnectionLost, Refused, ServerTrouble } from '#client/net/errors.ts';
import { conditionsOf, queryOf, type ListFilter } from './list-filter.ts';
import { retryTrouble, type NearestPage } from './nearby.queries.ts';

/** A list that was narrowed is let go soon after it is left, so that each try at a filter is not kept on the device for a day. */
const narrowedKeptMs = 10 * 60_000;

export interface DetailsPage extends NearestPage {
  readonly details: readonly ProfileDetail[];
  /** On the first page alone. */
  readonly count: NearestCount | null;
}

/** Around `centre`, or around the own point where that is null. */
export const detailsQuery = (includeTestData: boolean, centre: Place | null, filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: ['nearby', 'nearest', includeTestData, centre, 'details', filter] as const,
    queryFn: async (context): Promise<DetailsPage> => {
      const paging = { page: context.pageParam, size: limits.detailsPage };
      const asked = { includeTestData, ...queryOf(filter), ...centre };
      const [rows, count] = await Promise.all([
        rowsOf(ask(nearby.getNearest, { query: { ...paging, ...asked } })(context), context),
        context.pageParam === 0 ? orNothing(ask(nearby.getNearestCount, { query: asked })(context)) : null,
      ]);
      return { ...rows, count, isLast: rows.briefs.length < limits.detailsPage };
    },
    initialPageParam: 0,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length),
    refetchInterval: limits.detailsRefetchMs,
    retry: retryTrouble,
    ...(conditionsOf(filter).length === 0 ? {} : { gcTime: narrowedKeptMs }),
    meta: { persist: true },
  });

async function rowsOf(
  asked: Promise<ProfileBrief[]>,
  context: QueryFunctionContext,
): Promise<Pick<DetailsPage, 'briefs' | 'details'>> {
  const briefs = await asked;
  return { briefs, details: (await orNothing(detailsOf(briefs, context))) ?? [] };
}

async function detailsOf(briefs: readonly ProfileBrief[], context: QueryFunctionContext): Promise<ProfileDetail[]> {
  const profileIds = briefs.map(({ profileId }) => profileId);
  return profileIds.length === 0 ? [] : ask(nearby.getDetails, { query: { profileIds } })(context);
}

/** Rows can do without words and counts: a server that gives none now does not hold up the list. */
async function orNothing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused || error instanceof ServerTrouble || error instanceof ConnectionLost) return null;
    throw error;
  }
}

/** How many a filter would pass that is not chosen yet. */
export const countQuery = (includeTestData: boolean, centre: Place | null, filter: ListFilter) =>
  queryOptions({
    queryKey: ['nearby', 'nearest-count', includeTestData, centre, filter] as const,
    queryFn: ask(nearby.getNearestCount, { query: { includeTestData, ...queryOf(filter), ...centre } }),
    refetchInterval: limits.detailsRefetchMs,
    retry: retryTrouble,
    gcTime: narrowedKeptMs,
    placeholderData: keepPreviousData,
  });
