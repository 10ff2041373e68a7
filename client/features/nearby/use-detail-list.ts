// Returns the members in the detail list. Offline they are the cached members who match the filter.
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NearestCount, ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { testMode } from '#client/device/storage.ts';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { useStore } from '#client/device/store.ts';
import { useNotBlocked } from '#client/people/waiting-blocks.ts';
import { detailsQuery, type DetailsPage } from './details.queries.ts';
import type { ListFilter } from './list-filter.ts';
import { uniqueBriefs, sectorsOf } from './listed-briefs.ts';
import { nearestKey } from './nearby-keys.ts';
import { useCachedMembers } from './use-cached-members.ts';
import { useLiveMembers } from './use-live-members.ts';

export interface DetailList {
  readonly state: 'loading' | 'no-position' | 'failed' | 'offline' | 'ready';
  readonly briefs: readonly ProfileBrief[];
  readonly details: ReadonlyMap<string, ProfileDetail>;
  /** Null until it is loaded. */
  readonly count: NearestCount | null;
  /** The time of the response in milliseconds since 1970, or 0 if there is none. */
  readonly asOfMs: number;
  /** True if the server can't be reached. */
  readonly isLost: boolean;
  /** True if the members come from the device's cache. */
  readonly isCached: boolean;
  readonly hasMore: boolean;
  readonly query: UseInfiniteQueryResult<InfiniteData<DetailsPage>>;
}

/** `centre` is null for the member's location. */
export function useDetailList(filter: ListFilter, centre: Place | null): DetailList {
  const isTest = useStore(testMode);
  const { isLost } = useStore(reachability);
  const near = useInfiniteQuery(detailsQuery(isTest, centre, filter));
  const { data, error, dataUpdatedAt } = near;
  // While the connection is lost, the repetition of a failed request is paused. The screen must not show the skeleton forever.
  const isOffline = data === undefined && (error instanceof ConnectionLost || near.fetchStatus === 'paused');
  const cached = useCachedMembers(isOffline, nearestKey, centre, filter);
  const briefs = useNotBlocked(
    useMemo(() => uniqueBriefs(cached?.briefs ?? data?.pages.flatMap((page) => page.briefs) ?? []), [cached, data]),
  );
  const details = useMemo(() => {
    const all = cached?.details ?? data?.pages.flatMap((page) => page.details) ?? [];
    return new Map(all.map((detail) => [detail.profileId, detail]));
  }, [cached, data]);
  useLiveMembers(useMemo(() => sectorsOf(briefs), [briefs]));
  const isCached = cached !== null;
  return {
    state: stateOf(),
    briefs,
    details,
    count: data?.pages[0]?.count ?? null,
    asOfMs: dataUpdatedAt,
    isLost,
    isCached,
    hasMore: near.hasNextPage,
    query: near,
  };

  function stateOf(): DetailList['state'] {
    if (data !== undefined || isCached) return 'ready';
    if (error instanceof Refused && error.code === 'no-position') return 'no-position';
    if (isOffline) return 'offline';
    return error === null ? 'loading' : 'failed';
  }
}
