// What lists by distance do with their briefs.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';

/** Somebody who moves between two pages is on both. */
export function onceEach(briefs: readonly ProfileBrief[]): ProfileBrief[] {
  return [...new Map(briefs.map((brief) => [brief.profileId, brief])).values()];
}

/** The sectors to watch, so that the server tells of who leaves them. */
export function sectorsOf(briefs: readonly ProfileBrief[]): string[] {
  const sectors = new Set(briefs.map(({ lat, lon }) => sectorKey(sectorOf(lat, lon))));
  return [...sectors].slice(0, limits.mapSectorsMost);
}
