// Removes duplicates from lists of briefs, and finds the sectors of their members.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';

/** A member who moves between two requests may be on two pages. */
export function uniqueBriefs(briefs: readonly ProfileBrief[]): ProfileBrief[] {
  return [...new Map(briefs.map((brief) => [brief.profileId, brief])).values()];
}

/** Returns at most as many sectors as a socket may watch. */
export function sectorsOf(briefs: readonly ProfileBrief[]): string[] {
  const sectors = new Set(briefs.map(({ lat, lon }) => sectorKey(sectorOf(lat, lon))));
  return [...sectors].slice(0, limits.maxMapSectors);
}
