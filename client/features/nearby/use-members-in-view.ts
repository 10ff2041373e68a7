// Returns the members in the map's view, or counts if there are too many members.
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { testMode } from '#client/device/storage.ts';
import type { MapAggregate } from '#client/map/join-aggregates.ts';
import type { MapBounds } from '#client/map/map-geometry.ts';
import { useOnline } from '#client/people/use-online.ts';
import { useNotBlocked } from '#client/people/waiting-blocks.ts';
import { useStore } from '#client/device/store.ts';
import { countsByCell } from './cell-counts.ts';
import { isFiltering, type ListFilter } from './list-filter.ts';
import { aggregatesQuery, sectorQuery } from './nearby.queries.ts';
import { isInBox, sectorsInView } from './view-sectors.ts';

export interface MembersInView {
  /** The members of all loaded sectors, so that panning changes nothing. It is empty if there are too many. */
  readonly toDraw: readonly ProfileBrief[];
  readonly inView: readonly ProfileBrief[];
  readonly isTooMany: boolean;
  /** True in a wide view with a filter, where the number of matching members is unknown. */
  readonly isUncounted: boolean;
  /** The counts if there are too many members: by sector in a wide view without a filter, otherwise by cell. */
  readonly aggregates: MapAggregate[];
  readonly online: ReadonlySet<string>;
  /** The sectors in view. It is empty in a wide view. */
  readonly sectors: readonly string[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** True if a response has arrived or is cached. */
  readonly hasData: boolean;
  readonly refetch: () => void;
}

const noIds: readonly string[] = [];
const noBriefs: readonly ProfileBrief[] = [];
const noAggregates: MapAggregate[] = [];

export function useMembersInView(bounds: MapBounds | null, filter: ListFilter): MembersInView {
  const own = useOwnProfileId();
  const isTest = useStore(testMode);
  const sectors = bounds === null ? [] : sectorsInView(bounds);
  const bySector = useQueries({
    queries: (sectors ?? []).map((sector) => sectorQuery(own, isTest, sector, filter)),
    combine: combineSectors,
  });
  const briefs = useNotBlocked(bySector.briefs);
  const inView = useMemo(() => (bounds === null ? [] : briefs.filter((brief) => isInBox(bounds, brief))), [bounds, briefs]);
  const isTooMany = sectors === null || inView.length > limits.maxMapMarkers;
  const counts = useQuery({ ...aggregatesQuery(isTest), enabled: isTooMany && !isFiltering(filter) });
  const online = useOnline(useMemo(() => (isTooMany ? noIds : inView.map(({ profileId }) => profileId)), [isTooMany, inView]));

  // The server's counts do not consider the filter.
  const totals = isFiltering(filter) ? undefined : counts.data;
  const isWide = sectors === null;
  const isUncounted = isWide && isFiltering(filter);
  const aggregates = useMemo(() => {
    if (!isTooMany) return noAggregates;
    return isWide ? (totals ?? noAggregates) : countsByCell(briefs, totals ?? []);
  }, [isTooMany, isWide, totals, briefs]);
  const query = isWide && !isUncounted ? { ...counts, hasData: totals !== undefined } : bySector;
  return {
    toDraw: isTooMany ? noBriefs : briefs,
    inView: isTooMany ? noBriefs : inView,
    isTooMany,
    isUncounted,
    aggregates,
    online,
    sectors: sectors ?? [],
    isLoading: bounds === null || query.isPending,
    error: query.error,
    hasData: query.hasData,
    refetch: () => void query.refetch(),
  };
}

/** Exported for tests. Until the device's copy is read, queries are pending without being fetched. */
export function combineSectors(results: UseQueryResult<ProfileBrief[]>[]) {
  const loaded = results.filter(({ data }) => data !== undefined);
  return {
    briefs: loaded.flatMap(({ data }) => data ?? []),
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    hasData: loaded.length > 0,
    refetch: () => results.forEach(({ refetch }) => void refetch()),
  };
}
