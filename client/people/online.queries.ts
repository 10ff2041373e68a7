// The query for the members who are online now.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nearby } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { retryServerErrors } from '#client/net/errors.ts';
import { nearbyKey } from './member-queries.ts';

const onlineRefetchMs = 60_000;

/** The profile ids of the nearest hundred members who are online. */
export const onlineQuery = (includeTestData: boolean) =>
  queryOptions({
    queryKey: [...nearbyKey, 'online', includeTestData] as const,
    queryFn: callAsQuery(nearby.getNearest, {
      query: { page: 0, size: limits.maxBriefsPageSize, includeTestData, withPicture: false, onlineNow: true },
    }),
    select: idsOf,
    refetchInterval: onlineRefetchMs,
    staleTime: onlineRefetchMs,
    retry: retryServerErrors,
    placeholderData: keepPreviousData,
  });

function idsOf(briefs: readonly ProfileBrief[]): ReadonlySet<string> {
  return new Set(briefs.map(({ profileId }) => profileId));
}
