// Who the detail list shows: what the server answers, or without it those whom the device has kept and the filter passes.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NearestCount, ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { testMode } from '#client/device/storage.ts';
import { locationReport } from '#client/device/location-report.ts';
import { contact } from '#client/net/contact.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { useStore } from '#client/device/store.ts';
import { detailsQuery } from './details.queries.ts';
import { keptMembers } from './kept-members.ts';
import type { ListFilter } from './list-filter.ts';
import { onceEach, sectorsOf } from './listed-briefs.ts';
import { neighbourhoodOf } from './saved-places.ts';
import { useLiveMembers } from './use-live-members.ts';

export interface DetailList {
  readonly state: 'loading' | 'nowhere' | 'failed' | 'offline' | 'shown';
  readonly briefs: readonly ProfileBrief[];
  readonly details: ReadonlyMap<string, ProfileDetail>;
  /** Null until the server has counted. */
  readonly count: NearestCount | null;
  /** When the server told it, in milliseconds since 1970; 0 where it has not. */
  readonly asOfMs: number;
  /** Whether the server can't be heard now. */
  readonly isLost: boolean;
  /** Whether the device itself picked out whom the filter passes. */
  readonly isFromDevice: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

/** `place` is where to look around instead of at the own point. */
export function useDetailList(filter: ListFilter, place: Place | null): DetailList {
  const queries = useQueryClient();
  const isTest = useStore(testMode);
  const { isLost } = useStore(contact);
  const { reported } = useStore(locationReport);
  const centre = useMemo(() => (place === null ? null : neighbourhoodOf(place)), [place]);
  const near = useInfiniteQuery(detailsQuery(isTest, centre, filter));
  const { data, error, dataUpdatedAt } = near;
  // A first try that waits for the connection would wait behind a skeleton for ever.
  const isOffline = data === undefined && (error instanceof ConnectionLost || near.fetchStatus === 'paused');
  const kept = useMemo(() => {
    const own = reported === null ? null : { lat: reported.lat, lon: reported.lng };
    return isOffline ? keptMembers(queries, centre, centre ?? own, filter) : null;
  }, [isOffline, queries, centre, reported, filter]);
  const briefs = useMemo(() => onceEach(kept?.briefs ?? data?.pages.flatMap((page) => page.briefs) ?? []), [kept, data]);
  const details = useMemo(() => {
    const all = kept?.details ?? data?.pages.flatMap((page) => page.details) ?? [];
    return new Map(all.map((detail) => [detail.profileId, detail]));
  }, [kept, data]);
  useLiveMembers(useMemo(() => sectorsOf(briefs), [briefs]));
  const isFromDevice = kept !== null && kept.briefs.length > 0;
  return {
    state: stateOf(),
    briefs,
    details,
    count: data?.pages[0]?.count ?? null,
    asOfMs: dataUpdatedAt,
    isLost,
    isFromDevice,
    hasMore: near.hasNextPage,
    isLoadingMore: near.isFetchingNextPage,
    onMore: () => void near.fetchNextPage(),
    onRetry: () => void near.refetch(),
  };

  function stateOf(): DetailList['state'] {
    if (data !== undefined || isFromDevice) return 'shown';
    if (error instanceof Refused && error.code === 'no-position') return 'nowhere';
    if (isOffline) return 'offline';
    return error === null ? 'loading' : 'failed';
  }
}
