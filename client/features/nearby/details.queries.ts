// Queries of the detail list: ten members a page with their first words, and the total with the first page.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { nearby, type NearestCount, type ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';
import { conditionsOf, queryOf, type ListFilter } from './list-filter.ts';
import { retryTrouble, type NearestPage } from './nearby.queries.ts';

/** A filtered list is dropped soon after it is left, so that not every filter tried stays on the device for a day. */
const filteredCacheMs = 10 * 60_000;

export interface DetailsPage extends NearestPage {
  readonly details: readonly ProfileDetail[];
  /** On the first page only. */
  readonly count: NearestCount | null;
}

/** Around `centre`, or the own point for null. */
export const detailsQuery = (includeTestData: boolean, centre: Place | null, filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: ['nearby', 'nearest', includeTestData, centre, 'details', filter] as const,
    queryFn: async (context): Promise<DetailsPage> => {
      const paging = { page: context.pageParam, size: limits.detailsPage };
      const asked = { includeTestData, ...queryOf(filter), ...centre };
      const [rows, count] = await Promise.all([
        rowsOf(callAsQuery(nearby.getNearest, { query: { ...paging, ...asked } })(context), context),
        context.pageParam === 0 ? orNull(callAsQuery(nearby.getNearestCount, { query: asked })(context)) : null,
      ]);
      return { ...rows, count, isLast: rows.briefs.length < limits.detailsPage };
    },
    initialPageParam: 0,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length),
    refetchInterval: limits.detailsRefetchMs,
    retry: retryTrouble,
    ...(conditionsOf(filter).length === 0 ? {} : { gcTime: filteredCacheMs }),
    meta: { persist: true },
  });

async function rowsOf(
  asked: Promise<ProfileBrief[]>,
  context: QueryFunctionContext,
): Promise<Pick<DetailsPage, 'briefs' | 'details'>> {
  const briefs = await asked;
  return { briefs, details: (await orNull(detailsOf(briefs, context))) ?? [] };
}

async function detailsOf(briefs: readonly ProfileBrief[], context: QueryFunctionContext): Promise<ProfileDetail[]> {
  const profileIds = briefs.map(({ profileId }) => profileId);
  return profileIds.length === 0 ? [] : callAsQuery(nearby.getDetails, { query: { profileIds } })(context);
}

/** Null on failure: rows can be shown without first words and counts. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused || error instanceof ServerError || error instanceof ConnectionLost) return null;
    throw error;
  }
}

/** The number of members that a filter in the dialog would show. */
export const countQuery = (includeTestData: boolean, centre: Place | null, filter: ListFilter) =>
  queryOptions({
    queryKey: ['nearby', 'nearest-count', includeTestData, centre, filter] as const,
    queryFn: callAsQuery(nearby.getNearestCount, { query: { includeTestData, ...queryOf(filter), ...centre } }),
    refetchInterval: limits.detailsRefetchMs,
    retry: retryTrouble,
    gcTime: filteredCacheMs,
    placeholderData: keepPreviousData,
  });
