// Faces that would be too small or overlap on the map stand together as a pile.
import { groupNear } from './group-near.ts';
import { resolutionAtZoom0 } from './map-geometry.ts';

/** `at` is in web mercator metres. */
export type PilePoint = { readonly id: string; readonly at: [x: number, y: number] };

export type Pile<Point extends PilePoint> = {
  at: [x: number, y: number];
  /** One of them stands alone. */
  points: Point[];
  /** The diameter of its circle. */
  px: number;
};

/** A smaller face is not recognised. */
const minFacePx = 40;
const minPilePx = 52;
/** Between two circles. */
const gapPx = 2;

/** Piles change at these steps of the zoom and are far enough apart until the next one. */
const stepsPerZoom = 2;

export const pileStep = (zoom: number): number => Math.floor(zoom * stepsPerZoom) / stepsPerZoom;

/** The diameter of a face that stands alone; `px` is the marker size computed for the screen. */
export const facePx = (px: number): number => Math.max(minFacePx, px);

/** Every point is in one pile, and no two circles overlap at this zoom or up to the next step. */
export function pilesOf<Point extends PilePoint>(points: readonly Point[], px: number, zoom: number): Pile<Point>[] {
  const pilePx = Math.max(minPilePx, px);
  const minDistance = ((pilePx + gapPx) * resolutionAtZoom0) / 2 ** pileStep(zoom);
  // By id, so that the same members always form the same piles.
  const sorted = points.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return groupNear(sorted, minDistance).map(({ at, items }) => ({
    at,
    points: items,
    px: items.length > 1 ? pilePx : facePx(px),
  }));
}

/** The next zoom at which the points are not all in one pile; null up to `maxZoom`. */
export function separatingZoom(points: readonly PilePoint[], px: number, zoom: number, maxZoom: number): number | null {
  for (let next = pileStep(zoom) + 1 / stepsPerZoom; next <= maxZoom; next += 1 / stepsPerZoom)
    if (pilesOf(points, px, next).length > 1) return next;
  return null;
}
