// Searching the member trees: nearest first with boxes passed over that are too far off or hold nobody who fits, or all in a box.
import { radians } from '#shared/rules/distance.ts';
import type { PackedFilter } from './filters.ts';
import type { FirstList } from './first-list.ts';
import { blockBits, type MemberBlocks } from './member-blocks.ts';
import type { MemberTree } from './member-tree.ts';

/** A point on a sphere of radius 1. Squared straight-line distances between such points order as great-circle distances do. */
export interface SpherePoint {
  x: number;
  y: number;
  z: number;
}

/** Degrees; lonMin beyond lonMax is a box across the antimeridian. All edges belong to it. */
export interface Bounds {
  latMin: number;
  lonMin: number;
  latMax: number;
  lonMax: number;
}

export interface Centre extends SpherePoint {
  /** Degrees times 100,000. */
  latE5: number;
  lonE5: number;
  cosLat: number;
}

const radiansPerE5 = Math.PI / 180 / 1e5;
const turnE5 = 36_000_000;

export function pointOnSphere(lat: number, lon: number): SpherePoint {
  const cosLat = Math.cos(radians(lat));
  return { x: cosLat * Math.cos(radians(lon)), y: cosLat * Math.sin(radians(lon)), z: Math.sin(radians(lat)) };
}

export function centreAt(lat: number, lon: number): Centre {
  return { ...pointOnSphere(lat, lon), latE5: lat * 1e5, lonE5: lon * 1e5, cosLat: Math.max(0, Math.cos(radians(lat))) };
}

/** Offers the members of the trees to the list by their squared distance, nearer boxes first, until no box can hold a nearer one. */
export function searchNearest(
  tree: MemberTree,
  roots: readonly number[],
  centre: Centre,
  filter: PackedFilter,
  list: FirstList,
): void {
  // Kept sorted from far to near, so that the nearest is taken from the end.
  const nodes: number[] = [];
  const leasts: number[] = [];
  for (const root of roots) {
    if (!mayHold(tree, root, filter)) continue;
    const least = leastSquare(tree, root, centre);
    let at = nodes.length;
    while (at > 0 && (leasts[at - 1] ?? 0) < least) at -= 1;
    nodes.splice(at, 0, root);
    leasts.splice(at, 0, least);
  }
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if ((leasts.pop() ?? 0) > list.worst) continue;
    const near = tree.child[node] ?? -1;
    if (near < 0) {
      offerLeaf(tree, node, centre, filter, list);
      continue;
    }
    const [first, second] = [leastSquare(tree, near, centre), leastSquare(tree, near + 1, centre)];
    const order = first <= second ? 1 : 0;
    for (const half of [near + order, near + 1 - order]) {
      const least = half === near ? first : second;
      if (least > list.worst || !mayHold(tree, half, filter)) continue;
      nodes.push(half);
      leasts.push(least);
    }
  }
}

/** Calls `take` for every member of the trees that fits, within the bounds where given, in no particular order. */
export function searchAll(
  tree: MemberTree,
  roots: readonly number[],
  bounds: Bounds | undefined,
  filter: PackedFilter,
  take: (slot: number) => void,
): void {
  const { blocks } = tree;
  const nodes = [...roots];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!mayHold(tree, node, filter) || (bounds && isApart(tree, node, bounds))) continue;
    const pair = tree.child[node] ?? -1;
    if (pair >= 0) nodes.push(pair, pair + 1);
    for (let block = tree.head[node] ?? -1; block >= 0; block = blocks.next[block] ?? -1) {
      const from = block << blockBits;
      for (let entry = from, end = from + (blocks.used[block] ?? 0); entry < end; entry += 1) {
        if (!fits(blocks, entry, filter) || (bounds && !isWithin(tree, entry, bounds))) continue;
        take(blocks.slot[entry] ?? 0);
      }
    }
  }
}

function offerLeaf(tree: MemberTree, leaf: number, centre: Centre, filter: PackedFilter, list: FirstList): void {
  const { blocks } = tree;
  const { x, y, z, flags } = blocks;
  let { worst } = list;
  for (let block = tree.head[leaf] ?? -1; block >= 0; block = blocks.next[block] ?? -1) {
    const from = block << blockBits;
    for (let entry = from, end = from + (blocks.used[block] ?? 0); entry < end; entry += 1) {
      if (((flags[entry] ?? 0) & filter.flags) !== filter.flags) continue;
      if (filter.isNarrow && !isMatch(blocks, entry, filter)) continue;
      const dx = (x[entry] ?? 0) - centre.x;
      const dy = (y[entry] ?? 0) - centre.y;
      const dz = (z[entry] ?? 0) - centre.z;
      const square = dx * dx + dy * dy + dz * dz;
      if (square > worst) continue;
      list.offer(square, blocks.slot[entry] ?? 0);
      worst = list.worst;
    }
  }
}

function fits(blocks: MemberBlocks, entry: number, filter: PackedFilter): boolean {
  if (((blocks.flags[entry] ?? 0) & filter.flags) !== filter.flags) return false;
  return !filter.isNarrow || isMatch(blocks, entry, filter);
}

/** Whether everything beyond the flags is as asked. */
function isMatch(blocks: MemberBlocks, entry: number, filter: PackedFilter): boolean {
  if (((blocks.labelsLow[entry] ?? 0) & filter.labelsLow) !== filter.labelsLow) return false;
  if (((blocks.labelsHigh[entry] ?? 0) & filter.labelsHigh) !== filter.labelsHigh) return false;
  if ((blocks.seenSeconds[entry] ?? 0) < filter.seenMin) return false;
  return !filter.hasRanges || isInRanges(blocks, entry, filter);
}

function isInRanges(blocks: MemberBlocks, entry: number, filter: PackedFilter): boolean {
  const age = blocks.age[entry] ?? 0;
  const height = blocks.heightCm[entry] ?? 0;
  const weight = blocks.weightKg[entry] ?? 0;
  return (
    age >= filter.ageMin &&
    age <= filter.ageMax &&
    height >= filter.heightMin &&
    height <= filter.heightMax &&
    weight >= filter.weightMin &&
    weight <= filter.weightMax
  );
}

/** False where the summary says that nobody below fits. */
function mayHold(tree: MemberTree, node: number, filter: PackedFilter): boolean {
  return (
    (tree.count[node] ?? 0) > 0 &&
    ((tree.flags[node] ?? 0) & filter.flags) === filter.flags &&
    ((tree.labelsLow[node] ?? 0) & filter.labelsLow) === filter.labelsLow &&
    ((tree.labelsHigh[node] ?? 0) & filter.labelsHigh) === filter.labelsHigh &&
    (tree.seenSeconds[node] ?? 0) >= filter.seenMin
  );
}

/**
 * No point of the node's box is nearer than this, as a squared distance on the sphere of radius 1. The two terms of the haversine
 * formula are made least each for itself, and a little is taken off for rounding.
 */
function leastSquare(tree: MemberTree, node: number, centre: Centre): number {
  const north = (tree.latFrom[node] ?? 0) - centre.latE5;
  const south = centre.latE5 - (tree.latTo[node] ?? 0);
  const latGap = Math.max(0, north, south);
  const width = (tree.lonTo[node] ?? 0) - (tree.lonFrom[node] ?? 0);
  let east = (centre.lonE5 - (tree.lonFrom[node] ?? 0)) % turnE5;
  if (east < 0) east += turnE5;
  const lonGap = east <= width ? 0 : Math.min(east - width, turnE5 - east);
  const lat = sineAtMost((latGap * radiansPerE5) / 2);
  const lon = sineAtMost((lonGap * radiansPerE5) / 2);
  const square = 4 * (lat * lat + centre.cosLat * (tree.leastCos[node] ?? 0) * lon * lon);
  return square * (1 - 1e-6) - 1e-20;
}

/** The sine of an angle from 0 to 90 degrees, or for a small one a value hardly below it that costs less. */
const sineAtMost = (angle: number): number => (angle < 0.05 ? angle - (angle * angle * angle) / 6 : Math.sin(angle));

function isWithin(tree: MemberTree, entry: number, bounds: Bounds): boolean {
  const lat = (tree.blocks.latE5[entry] ?? 0) / 1e5;
  const lon = (tree.blocks.lonE5[entry] ?? 0) / 1e5;
  if (lat < bounds.latMin || lat > bounds.latMax) return false;
  if (bounds.lonMin <= bounds.lonMax) return lon >= bounds.lonMin && lon <= bounds.lonMax;
  return lon >= bounds.lonMin || lon <= bounds.lonMax;
}

/** True where no point of the node's box can be within the bounds. */
function isApart(tree: MemberTree, node: number, bounds: Bounds): boolean {
  if ((tree.latTo[node] ?? 0) < bounds.latMin * 1e5 - 1 || (tree.latFrom[node] ?? 0) > bounds.latMax * 1e5 + 1) return true;
  const isWest = (tree.lonTo[node] ?? 0) < bounds.lonMin * 1e5 - 1;
  const isEast = (tree.lonFrom[node] ?? 0) > bounds.lonMax * 1e5 + 1;
  return bounds.lonMin <= bounds.lonMax ? isWest || isEast : isWest && isEast;
}
