// The size of member markers.
import { limits } from '#shared/rules/limits.ts';

/** Markers together take at most this part of the screen, and fewer than `fewest` are no larger than so many. */
const shareOfScreen = 0.17;
const fewest = 40;

/** Sizes go in steps, so that one member more or less in view doesn't resize all markers. */
const stepPx = 4;

/**
 * Pixels across a marker: side = sqrt(width * height * 0.17 / members in view, counted as at least 40), in steps of 4,
 * between 16 and 128. A phone of 390 x 844 shows few members at 36 pixels and 100 at 20, a desktop of 1280 x 800 at 64 and 40.
 */
export function markerPx(widthPx: number, heightPx: number, membersInView: number): number {
  const side = Math.sqrt((widthPx * heightPx * shareOfScreen) / Math.max(fewest, membersInView));
  const stepped = Math.floor(side / stepPx) * stepPx;
  return Math.min(limits.maxMarkerPx, Math.max(limits.minMarkerPx, stepped));
}
