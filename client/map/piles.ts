// Combines faces into piles if they would overlap on the map.
import { groupNear, type Group } from './group-near.ts';
import { nearestWorld, pixelsFrom, resolutionAtZoom0 } from './map-geometry.ts';
import { ownMarkerPx } from './marker-size.ts';

/** In web mercator metres. */
export type Coordinate = [x: number, y: number];

export type PilePoint = { readonly id: string; readonly at: Coordinate };

export type Pile<Point extends PilePoint> = {
  at: Coordinate;
  /** The members of the pile. A single face has one. */
  points: Point[];
  /** The diameter of the circle. */
  px: number;
};

/** In a smaller circle, a face is not recognisable. */
const minFacePx = 40;
const minPilePx = 52;
/** The smallest gap between two circles. */
const gapPx = 6;

/** Piles are computed for these steps of the zoom, and do not overlap until the next step. */
const stepsPerZoom = 2;

export const pileStep = (zoom: number): number => Math.floor(zoom * stepsPerZoom) / stepsPerZoom;

/** The diameter of a single face. `px` is the marker size computed for the screen. */
export const facePx = (px: number): number => Math.max(minFacePx, px);

/** How many places around the own marker are tried for members whom it would cover. */
const placesAround = 16;
/** Below the own marker is the name of the city that the member has chosen as their place, so further down is the last choice. */
const nameBelow = 0.1;

/**
 * Each point is in exactly one pile. At this zoom, and up to the next step, no two circles overlap, and none overlaps the own marker at
 * `own`.
 */
export function pilesOf<Point extends PilePoint>(
  points: readonly Point[],
  px: number,
  zoom: number,
  own: Coordinate | null = null,
): Pile<Point>[] {
  const pilePx = Math.max(minPilePx, px);
  const metresPerPx = resolutionAtZoom0 / 2 ** pileStep(zoom);
  const minDistance = (pilePx + gapPx) * metresPerPx;
  // Sorted by id, so that the same members always form the same piles.
  const sorted = points.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const groups = groupNear(sorted, minDistance);
  const ownDistance = ((ownMarkerPx + pilePx) / 2 + gapPx) * metresPerPx;
  const uncovered = own === null ? groups : besideOwnMarker(groups, own, ownDistance, minDistance);
  return uncovered.map(({ at, items }) => ({ at, points: items, px: items.length > 1 ? pilePx : facePx(px) }));
}

/** Members whom the own marker would cover become one group beside it, or join the nearest group if there is no free place. */
function besideOwnMarker<Item>(
  groups: readonly Group<Item>[],
  own: Coordinate,
  ownDistance: number,
  minDistance: number,
): readonly Group<Item>[] {
  const distance = (from: Coordinate, to: Coordinate): number => Math.hypot(...pixelsFrom(from, to, 1));
  const [covered, others] = [true, false].map((isCovered) =>
    groups.filter(({ at }) => distance(own, at) < ownDistance === isCovered),
  ) as [Group<Item>[], Group<Item>[]];
  if (covered.length === 0) return groups;
  const items = covered.flatMap((group) => group.items);
  const offsets = covered.map(({ at }) => pixelsFrom(own, at, 1));
  const [right, down] = [0, 1].map((axis) => offsets.reduce((sum, offset) => sum + (offset[axis] ?? 0), 0)) as [number, number];
  const direction = Math.atan2(down, right);
  let below: Coordinate | undefined;
  for (let turn = 0; turn < placesAround; turn += 1) {
    // Tries both sides of the members' direction, further and further away from it.
    const steps = turn % 2 === 0 ? turn / 2 : -(turn + 1) / 2;
    const angle = direction + (steps * 2 * Math.PI) / placesAround;
    const x = nearestWorld(own[0] + ownDistance * Math.cos(angle), 0);
    const at: Coordinate = [x, own[1] - ownDistance * Math.sin(angle)];
    if (others.some((other) => distance(at, other.at) < minDistance)) continue;
    if (Math.sin(angle) < nameBelow) return [...others, { at, items }];
    below ??= at;
  }
  if (below) return [...others, { at: below, items }];
  const nearest = others.toSorted((one, other) => distance(own, one.at) - distance(own, other.at))[0];
  return others.map((group) => (group === nearest ? { ...group, items: [...group.items, ...items] } : group));
}

/** The lowest higher zoom at which the points form more than one pile. Null if there is none up to `maxZoom`. */
export function separatingZoom(points: readonly PilePoint[], px: number, zoom: number, maxZoom: number): number | null {
  for (let next = pileStep(zoom) + 1 / stepsPerZoom; next <= maxZoom; next += 1 / stepsPerZoom)
    if (pilesOf(points, px, next).length > 1) return next;
  return null;
}
