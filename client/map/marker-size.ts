// Computes the size of the members' markers.
import { limits } from '#shared/rules/limits.ts';

/** The share of the screen that all markers together may cover. */
const maxShareOfScreen = 0.17;
/** With fewer members in view, markers are not larger than with this many. */
const minMembers = 40;

/** The diameter of the own marker. It does not depend on the size of the others. */
export const ownMarkerPx = 52;

/** Sizes are rounded down to this step, so that one more member does not resize all markers. */
const stepPx = 4;

/**
 * The diameter of a marker in pixels, by the size of the map and the number of members in view. On a phone of 390 x 844 it is 36 for a
 * few members and 20 for a hundred. On a desktop of 1280 x 800 it is 64 and 40.
 */
export function markerPx(widthPx: number, heightPx: number, membersInView: number): number {
  const diameter = Math.sqrt((widthPx * heightPx * maxShareOfScreen) / Math.max(minMembers, membersInView));
  const rounded = Math.floor(diameter / stepPx) * stepPx;
  return Math.min(limits.maxMarkerPx, Math.max(limits.minMarkerPx, rounded));
}
