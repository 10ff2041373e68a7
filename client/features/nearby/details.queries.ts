// Queries for the detail list: pages of ten members with the beginnings of their descriptions, and counts of members.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { nearby, type NearestCount, type ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { ConnectionLost, Refused, retryServerErrors, ServerError } from '#client/net/errors.ts';
import { refetchAtAge } from '#client/net/refetch-at-age.ts';
import { nearbyKey } from '#client/people/member-queries.ts';
import { queryOf, type ListFilter } from './list-filter.ts';
import { nearestKey } from './nearby-keys.ts';
import { cacheTimeOf, type NearestPage } from './nearby.queries.ts';

export interface DetailsPage extends NearestPage {
  readonly details: readonly ProfileDetail[];
  /** Null for later pages, and if the count could not be loaded. */
  readonly count: NearestCount | null;
}

/** `centre` is null for the member's location. */
export const detailsQuery = (includeTestData: boolean, centre: Place | null, filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...nearestKey, includeTestData, centre, 'details', filter] as const,
    queryFn: async (context): Promise<DetailsPage> => {
      const paging = { page: context.pageParam, size: limits.detailsPage };
      const query = { includeTestData, ...queryOf(filter), ...centre };
      const [rows, count] = await Promise.all([
        withDetails(callAsQuery(nearby.getNearest, { query: { ...paging, ...query } })(context), context),
        context.pageParam === 0 ? orNull(callAsQuery(nearby.getNearestCount, { query })(context)) : null,
      ]);
      return { ...rows, count, isLast: rows.briefs.length < limits.detailsPage };
    },
    initialPageParam: 0,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length),
    refetchInterval: refetchAtAge(limits.detailsRefetchMs),
    retry: retryServerErrors,
    ...cacheTimeOf(filter),
    meta: { persist: true },
  });

async function withDetails(
  response: Promise<ProfileBrief[]>,
  context: QueryFunctionContext,
): Promise<Pick<DetailsPage, 'briefs' | 'details'>> {
  const briefs = await response;
  return { briefs, details: (await orNull(fetchDetails(briefs, context))) ?? [] };
}

async function fetchDetails(briefs: readonly ProfileBrief[], context: QueryFunctionContext): Promise<ProfileDetail[]> {
  const profileIds = briefs.map(({ profileId }) => profileId);
  return profileIds.length === 0 ? [] : callAsQuery(nearby.getDetails, { query: { profileIds } })(context);
}

/** Null if the response fails, because rows can be shown without details or counts. */
async function orNull<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof Refused || error instanceof ServerError || error instanceof ConnectionLost) return null;
    throw error;
  }
}

/** Counts the members that a filter shows, and those that only one of its conditions hides. */
export const countQuery = (includeTestData: boolean, centre: Place | null, filter: ListFilter) =>
  queryOptions({
    queryKey: [...nearbyKey, 'nearest-count', includeTestData, centre, filter] as const,
    queryFn: callAsQuery(nearby.getNearestCount, { query: { includeTestData, ...queryOf(filter), ...centre } }),
    refetchInterval: limits.detailsRefetchMs,
    retry: retryServerErrors,
    ...cacheTimeOf(filter),
    placeholderData: keepPreviousData,
  });
