// Helpers for pages of briefs.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';

/** Removes duplicates: a member who moves meanwhile may be on two pages. */
export function onceEach(briefs: readonly ProfileBrief[]): ProfileBrief[] {
  return [...new Map(briefs.map((brief) => [brief.profileId, brief])).values()];
}

/** Their sectors, as many as a socket may watch. */
export function sectorsOf(briefs: readonly ProfileBrief[]): string[] {
  const sectors = new Set(briefs.map(({ lat, lon }) => sectorKey(sectorOf(lat, lon))));
  return [...sectors].slice(0, limits.maxMapSectors);
}
