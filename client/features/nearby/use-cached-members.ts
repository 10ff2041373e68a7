// Returns the members cached on this device who match Find's filter, for use while nothing else can be shown.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { locationReport } from '#client/device/location-report.ts';
import { testMode } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { cachedMembers, type CachedMembers } from './cached-members.ts';
import type { ListFilter } from './list-filter.ts';

/** Returns null unless `isOffline`, or if no member is cached. `lists` is the key prefix of the lists to search. */
export function useCachedMembers(
  isOffline: boolean,
  lists: QueryKey,
  centre: Place | null,
  filter: ListFilter,
): CachedMembers | null {
  const queries = useQueryClient();
  const includeTestData = useStore(testMode);
  const { reported } = useStore(locationReport);
  return useMemo(() => {
    const own = reported === null ? null : { lat: reported.lat, lon: reported.lng };
    const found = isOffline ? cachedMembers(queries, { lists, includeTestData, centre }, centre ?? own, filter) : null;
    return found === null || found.briefs.length === 0 ? null : found;
  }, [isOffline, queries, lists, includeTestData, centre, reported, filter]);
}
