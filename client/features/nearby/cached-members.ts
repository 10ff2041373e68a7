// Finds the members cached on this device who match the filter, for use while the device is offline.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import type { ListFilter } from './list-filter.ts';

export interface CachedMembers {
  readonly briefs: readonly ProfileBrief[];
  readonly details: readonly ProfileDetail[];
}

export interface CachedLists {
  /** The prefix of their keys. */
  readonly lists: QueryKey;
  readonly includeTestData: boolean;
  /** It is null for the member's location. */
  readonly centre: Place | null;
}

/**
 * Returns the briefs of the matching members of all these lists, sorted by their distance from `from`, and the details of all
 * members in the lists. `onlineNow` and `neverChatted` are ignored, since only the server can check them.
 */
export function cachedMembers(
  queries: QueryClient,
  { lists, includeTestData, centre }: CachedLists,
  from: Place | null,
  filter: ListFilter,
): CachedMembers {
  const pages = queries
    .getQueriesData<Partial<CachedMembers> & { pages?: Partial<CachedMembers>[] }>({ queryKey: [...lists, includeTestData] })
    .filter(([key, data]) => data !== undefined && JSON.stringify(key[3]) === JSON.stringify(centre))
    .flatMap(([, data]) => data?.pages ?? data ?? []);
  const byId = new Map(pages.flatMap(({ briefs = [] }) => briefs).map((brief) => [brief.profileId, brief]));
  const metres = (brief: ProfileBrief): number => (from === null ? 0 : distanceMetres(from, brief));
  return {
    briefs: [...byId.values()].filter((brief) => matchesFilter(filter, brief)).toSorted((a, b) => metres(a) - metres(b)),
    details: pages.flatMap(({ details = [] }) => details),
  };
}

/** Checks the conditions that need no server, by the same rules as the server. */
export function matchesFilter(filter: ListFilter, brief: ProfileBrief): boolean {
  return (
    isWithin(brief.profileAge, filter.ageMin, filter.ageMax) &&
    isWithin(heightCmOf(brief.profileHeight), filter.heightCmMin, filter.heightCmMax) &&
    isWithin(weightKgOf(brief.profileWeight), filter.weightKgMin, filter.weightKgMax) &&
    (!filter.withPicture || brief.profilePicIds.length > 0) &&
    filter.characteristics.every((key) => brief.profileChars.includes(key))
  );
}

/** Compares whole units. An unknown value is outside of every range. */
function isWithin(value: number | null, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  if (value === null) return false;
  return Math.round(value) >= Math.round(min ?? 0) && Math.round(value) <= Math.round(max ?? Infinity);
}
