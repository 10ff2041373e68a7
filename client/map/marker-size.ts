// The size of member markers.
import { limits } from '#shared/rules/limits.ts';

/** The share of the screen that all markers together may cover. */
const maxShareOfScreen = 0.17;
/** Fewer members than this get markers of the same size as this many. */
const minMembers = 40;

/** Sizes are rounded down, so that a single member entering the view does not resize all markers. */
const stepPx = 4;

/**
 * The diameter of a marker in pixels, from the map's size and the number of members in view. A phone of 390 x 844 shows few
 * members with 36 pixels and a hundred with 20, a desktop of 1280 x 800 with 64 and 40.
 */
export function markerPx(widthPx: number, heightPx: number, membersInView: number): number {
  const diameter = Math.sqrt((widthPx * heightPx * maxShareOfScreen) / Math.max(minMembers, membersInView));
  const rounded = Math.floor(diameter / stepPx) * stepPx;
  return Math.min(limits.maxMarkerPx, Math.max(limits.minMarkerPx, rounded));
}
