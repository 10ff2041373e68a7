// The filter and the chosen place that Find's four screens share.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NearestCount } from '#shared/contract/nearby.ts';
import type { Place } from '#shared/rules/distance.ts';
import { testMode } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { usePlaceState } from '#client/features/positions/use-place-state.ts';
import { countQuery } from './details.queries.ts';
import { isFiltering, listFilter, type ListFilter } from './list-filter.ts';
import { chosenPlace, type SavedPlace } from './saved-places.ts';

export interface Find {
  readonly filter: ListFilter;
  readonly place: SavedPlace | null;
  /** The place sent with each query. It is null for the member's location. */
  readonly centre: Place | null;
}

export function useFind(): Find {
  const filter = useStore(listFilter);
  const place = useStore(chosenPlace);
  const centre = useMemo(() => (place === null ? null : { lat: place.lat, lon: place.lon }), [place]);
  return { filter, place, centre };
}

/** Counts the members who pass the filter, and those whom only one condition hides. Null while loading, without filter or place. */
export function useFilterCount({ filter, centre }: Find): NearestCount | null {
  // The server can't answer without a place.
  const hasCentre = usePlaceState() === 'known' || centre !== null;
  const query = countQuery(useStore(testMode), centre, filter);
  const { data, isPlaceholderData } = useQuery({ ...query, enabled: hasCentre && isFiltering(filter) });
  return data === undefined || isPlaceholderData ? null : data;
}
