// Combines faces to piles if they would overlap on the map.
import { groupNear } from './group-near.ts';
import { resolutionAtZoom0 } from './map-geometry.ts';

/** `at` is in web mercator metres. */
export type PilePoint = { readonly id: string; readonly at: [x: number, y: number] };

export type Pile<Point extends PilePoint> = {
  at: [x: number, y: number];
  /** The members of the pile. A single face has one. */
  points: Point[];
  /** The diameter of the circle. */
  px: number;
};

/** In a smaller circle, a face is not recognisable. */
const minFacePx = 40;
const minPilePx = 52;
/** The smallest gap between two circles. */
const gapPx = 2;

/** Piles are computed for these steps of the zoom, and do not overlap until the next step. */
const stepsPerZoom = 2;

export const pileStep = (zoom: number): number => Math.floor(zoom * stepsPerZoom) / stepsPerZoom;

/** The diameter of a single face. `px` is the marker size computed for the screen. */
export const facePx = (px: number): number => Math.max(minFacePx, px);

/** Each point is in exactly one pile. At this zoom, and up to the next step, no two circles overlap. */
export function pilesOf<Point extends PilePoint>(points: readonly Point[], px: number, zoom: number): Pile<Point>[] {
  const pilePx = Math.max(minPilePx, px);
  const minDistance = ((pilePx + gapPx) * resolutionAtZoom0) / 2 ** pileStep(zoom);
  // Sorted by id, so that the same members always form the same piles.
  const sorted = points.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return groupNear(sorted, minDistance).map(({ at, items }) => ({
    at,
    points: items,
    px: items.length > 1 ? pilePx : facePx(px),
  }));
}

/** The lowest higher zoom at which the points form more than one pile. Null if there is none up to `maxZoom`. */
export function separatingZoom(points: readonly PilePoint[], px: number, zoom: number, maxZoom: number): number | null {
  for (let next = pileStep(zoom) + 1 / stepsPerZoom; next <= maxZoom; next += 1 / stepsPerZoom)
    if (pilesOf(points, px, next).length > 1) return next;
  return null;
}
