// The members in the map's view, or counts where they are too many.
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { testMode } from '#client/device/storage.ts';
import type { MapAggregate } from '#client/map/join-aggregates.ts';
import type { MapBounds } from '#client/map/map-geometry.ts';
import { useStore } from '#client/device/store.ts';
import { countsByCell } from './cell-counts.ts';
import { aggregatesQuery, onlineQuery, sectorQuery } from './nearby.queries.ts';
import { isInBox, sectorsInView, widened } from './view-sectors.ts';

export interface MembersInView {
  /** Members to draw: in view and just around it. Empty where there are too many. */
  readonly drawn: readonly ProfileBrief[];
  readonly inView: readonly ProfileBrief[];
  readonly isTooMany: boolean;
  /** Empty unless there are too many: counts of whole sectors, or by cell where the sectors are loaded one by one. */
  readonly aggregates: MapAggregate[];
  readonly online: ReadonlySet<string>;
  /** The sectors in view; empty where only counts are shown. */
  readonly sectors: readonly string[];
  readonly isLoading: boolean;
  /** The error of the last request, or null. */
  readonly error: Error | null;
  /** True with a response, or a cached one. */
  readonly hasAnswer: boolean;
  readonly refetch: () => void;
}

const aroundShare = 0.25;
const nobody: ReadonlySet<string> = new Set();
const noBriefs: readonly ProfileBrief[] = [];
const noAggregates: MapAggregate[] = [];

export function useMembersInView(bounds: MapBounds | null): MembersInView {
  const own = useOwnProfileId();
  const isTest = useStore(testMode);
  const sectors = bounds === null ? [] : sectorsInView(bounds);
  const asked = useQueries({
    queries: (sectors ?? []).map((sector) => sectorQuery(own, isTest, sector)),
    combine: combined,
  });
  const { briefs } = asked;
  const inView = useMemo(() => (bounds === null ? [] : briefs.filter((brief) => isInBox(bounds, brief))), [bounds, briefs]);
  const isTooMany = sectors === null || inView.length > limits.maxMapMarkers;
  const counts = useQuery({ ...aggregatesQuery(isTest), enabled: isTooMany });
  const { data: online = nobody } = useQuery(onlineQuery(isTest));

  const around = useMemo(() => {
    if (bounds === null) return noBriefs;
    const box = widened(bounds, aroundShare);
    return briefs.filter((brief) => isInBox(box, brief));
  }, [bounds, briefs]);
  const totals = counts.data;
  const isFar = sectors === null;
  const aggregates = useMemo(() => {
    if (!isTooMany) return noAggregates;
    return isFar ? (totals ?? noAggregates) : countsByCell(briefs, totals ?? []);
  }, [isTooMany, isFar, totals, briefs]);
  const shown = isFar ? { ...counts, hasAnswer: totals !== undefined } : asked;
  return {
    drawn: isTooMany ? noBriefs : around,
    inView: isTooMany ? noBriefs : inView,
    isTooMany,
    aggregates,
    online,
    sectors: sectors ?? [],
    isLoading: bounds === null || shown.isLoading,
    error: shown.error,
    hasAnswer: shown.hasAnswer,
    refetch: () => void shown.refetch(),
  };
}

function combined(results: UseQueryResult<ProfileBrief[]>[]) {
  const answered = results.filter(({ data }) => data !== undefined);
  return {
    briefs: answered.flatMap(({ data }) => data ?? []),
    isLoading: results.some(({ isLoading }) => isLoading),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    hasAnswer: answered.length > 0,
    refetch: () => results.forEach(({ refetch }) => void refetch()),
  };
}
