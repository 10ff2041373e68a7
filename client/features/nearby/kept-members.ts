// Whom a filter passes among the members this device has kept, for when the server can't be asked.
import type { QueryClient } from '@tanstack/react-query';
import type { ProfileDetail } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import type { ListFilter } from './list-filter.ts';
import { nearestKey } from './nearby.live.ts';

export interface KeptMembers {
  readonly briefs: readonly ProfileBrief[];
  readonly details: readonly ProfileDetail[];
}

/**
 * Everybody in any kept list around this centre (null is the own point) who passes, nearest first. Who is online now and with whom the
 * member has chatted is the server's to know: those two conditions pass everybody here.
 */
export function keptMembers(queries: QueryClient, centre: Place | null, from: Place | null, filter: ListFilter): KeptMembers {
  const pages = queries
    .getQueriesData<{ pages: Partial<KeptMembers>[] }>({ queryKey: nearestKey })
    .filter(([key, data]) => data !== undefined && JSON.stringify(key[3]) === JSON.stringify(centre))
    .flatMap(([, data]) => data?.pages ?? []);
  const byId = new Map(pages.flatMap(({ briefs = [] }) => briefs).map((brief) => [brief.profileId, brief]));
  const metres = (brief: ProfileBrief): number => (from === null ? 0 : distanceMetres(from, brief));
  return {
    briefs: [...byId.values()].filter((brief) => passes(filter, brief)).toSorted((a, b) => metres(a) - metres(b)),
    details: pages.flatMap(({ details = [] }) => details),
  };
}

/** By what the brief shows, as the server decides it. */
export function passes(filter: ListFilter, brief: ProfileBrief): boolean {
  return (
    isWithin(brief.profileAge, filter.ageMin, filter.ageMax) &&
    isWithin(heightCmOf(brief.profileHeight), filter.heightCmMin, filter.heightCmMax) &&
    isWithin(weightKgOf(brief.profileWeight), filter.weightKgMin, filter.weightKgMax) &&
    (!filter.withPicture || brief.profilePicIds.length > 0) &&
    filter.characteristics.every((key) => brief.profileChars.includes(key))
  );
}

/** In whole units; what is not told is outside of any range. */
function isWithin(value: number | null, least: number | undefined, most: number | undefined): boolean {
  if (least === undefined && most === undefined) return true;
  if (value === null) return false;
  return Math.round(value) >= Math.round(least ?? 0) && Math.round(value) <= Math.round(most ?? Infinity);
}
