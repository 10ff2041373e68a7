// A position as others see it, and a change of what they see.
import type { Place } from '#shared/rules/distance.ts';
import { isSameCell, type Cell } from './grid.ts';

/** What others see: a cell, or the exact point if the member placed it by hand and chose so. */
export interface Shown {
  cell: Cell;
  exact?: Place;
}

/** A change of what others see. Without `shown` the member is removed from all lists, counts and maps. */
export interface ShownChange {
  profileId: string;
  shown?: Shown;
}

export const change = (profileId: string, shown: Shown | undefined): ShownChange =>
  shown ? { profileId, shown } : { profileId };

export function isSameShown(a: Shown | undefined, b: Shown | undefined): boolean {
  if (!a || !b) return a === b;
  return isSameCell(a.cell, b.cell) && a.exact?.lat === b.exact?.lat && a.exact?.lon === b.exact?.lon;
}
