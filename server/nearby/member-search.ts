// Searching the member trees: nearest first with boxes passed over that are too far off or hold nobody who fits, or all in a box.
import { radians } from '#shared/rules/distance.ts';
import type { PackedFilter } from './filters.ts';
import type { FirstList } from './first-list.ts';
import { memberWord } from './member-records.ts';
import { nodeWord, type MemberTree } from './member-tree.ts';
import { recordNumbers, recordWords, type Records } from './records.ts';

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

/**
 * Offers the members of the trees to the list by their squared distance, until none can be nearer than those on it. The roots come
 * nearest first: the one that is too far ends the search, and those behind it are not even looked up.
 */
export function searchNearest(
  tree: MemberTree,
  roots: Iterable<number>,
  centre: Centre,
  filter: PackedFilter,
  list: FirstList,
): void {
  for (const root of roots) {
    if (leastSquare(tree.nodes, root, centre) > list.worst) return;
    if (mayHold(tree.nodes, root, filter)) searchBelow(tree, root, centre, filter, list);
  }
}

/** Of two halves the nearer one first, with all that is below it. */
function searchBelow(tree: MemberTree, root: number, centre: Centre, filter: PackedFilter, list: FirstList): void {
  const nodes = [root];
  const leasts = [0];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if ((leasts.pop() ?? 0) > list.worst) continue;
    const near = tree.nodes.get(node, nodeWord.child);
    if (near < 0) {
      offerLeaf(tree, node, centre, filter, list);
      continue;
    }
    const [first, second] = [leastSquare(tree.nodes, near, centre), leastSquare(tree.nodes, near + 1, centre)];
    const order = first <= second ? 1 : 0;
    for (const half of [near + order, near + 1 - order]) {
      const least = half === near ? first : second;
      if (least > list.worst || !mayHold(tree.nodes, half, filter)) continue;
      nodes.push(half);
      leasts.push(least);
    }
  }
}

/** In the order of how near they can have somebody. */
export const nearestFirst = (tree: MemberTree, roots: Iterable<number>, centre: Centre): number[] =>
  [...roots].toSorted((a, b) => leastSquare(tree.nodes, a, centre) - leastSquare(tree.nodes, b, centre));

/** Calls `take` for every member of the trees that fits, within the bounds where given, in no particular order. */
export function searchAll(
  tree: MemberTree,
  roots: Iterable<number>,
  bounds: Bounds | undefined,
  filter: PackedFilter,
  take: (slot: number) => void,
): void {
  const nodes = [...roots];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!mayHold(tree.nodes, node, filter) || (bounds && isApart(tree.nodes, node, bounds))) continue;
    const pair = tree.nodes.get(node, nodeWord.child);
    if (pair >= 0) nodes.push(pair, pair + 1);
    else takeLeaf(tree, node, bounds, filter, take);
  }
}

/**
 * Calls `take` for every member of the trees who fits `all` and misses at most one of the filters: which one, or -1 for none. An
 * absent filter is one that nobody fits.
 */
export function searchMisses(
  tree: MemberTree,
  roots: Iterable<number>,
  all: PackedFilter,
  filters: readonly (PackedFilter | undefined)[],
  take: (slot: number, missed: number) => void,
): void {
  const { entries } = tree.members;
  const nodes = [...roots];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!mayHold(tree.nodes, node, all) || filters.filter((filter) => !filter || !mayHold(tree.nodes, node, filter)).length > 1)
      continue;
    const pair = tree.nodes.get(node, nodeWord.child);
    if (pair >= 0) {
      nodes.push(pair, pair + 1);
      continue;
    }
    const first = tree.nodes.get(node, nodeWord.first);
    for (let entry = first, end = first + tree.nodes.get(node, nodeWord.count); entry < end; entry += 1) {
      if (!fits(entries.words, entry * recordWords, all)) continue;
      const missed = onlyMiss(entries.words, entry * recordWords, filters);
      if (missed !== undefined) take(entries.get(entry, memberWord.slot), missed);
    }
  }
}

/** The number of the one filter that a member does not fit, -1 where he fits all; undefined where he misses more. */
function onlyMiss(words: Int32Array, at: number, filters: readonly (PackedFilter | undefined)[]): number | undefined {
  let missed = -1;
  for (let number = 0; number < filters.length; number += 1) {
    const filter = filters[number];
    if (filter && fits(words, at, filter)) continue;
    if (missed >= 0) return undefined;
    missed = number;
  }
  return missed;
}

function takeLeaf(
  tree: MemberTree,
  leaf: number,
  bounds: Bounds | undefined,
  filter: PackedFilter,
  take: (slot: number) => void,
): void {
  const { entries } = tree.members;
  const first = tree.nodes.get(leaf, nodeWord.first);
  for (let entry = first, end = first + tree.nodes.get(leaf, nodeWord.count); entry < end; entry += 1) {
    if (!fits(entries.words, entry * recordWords, filter) || (bounds && !isWithin(entries, entry, bounds))) continue;
    take(entries.get(entry, memberWord.slot));
  }
}

function offerLeaf(tree: MemberTree, leaf: number, centre: Centre, filter: PackedFilter, list: FirstList): void {
  const { words, numbers } = tree.members.entries;
  let { worst } = list;
  const first = tree.nodes.get(leaf, nodeWord.first);
  const end = first + tree.nodes.get(leaf, nodeWord.count);
  tree.members.entries.fetch(first, end);
  for (let entry = first; entry < end; entry += 1) {
    if (!fits(words, entry * recordWords, filter)) continue;
    const at = entry * recordNumbers;
    const dx = (numbers[at] ?? 0) - centre.x;
    const dy = (numbers[at + 1] ?? 0) - centre.y;
    const dz = (numbers[at + 2] ?? 0) - centre.z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square > worst) continue;
    list.offer(square, words[entry * recordWords + memberWord.slot] ?? 0);
    worst = list.worst;
  }
}

/** Whether the member whose record begins at this word is one of those asked for. */
function fits(words: Int32Array, at: number, filter: PackedFilter): boolean {
  const flagsAge = words[at + memberWord.flagsAge] ?? 0;
  const lacksFlag = ~flagsAge & filter.flags;
  if (!filter.isNarrow) return lacksFlag === 0;
  const lacksLow = ~(words[at + memberWord.labelsLow] ?? 0) & filter.labelsLow;
  const lacksHigh = ~(words[at + memberWord.labelsHigh] ?? 0) & filter.labelsHigh;
  // One question for all three: which of them fails is hard to foresee, and a wrong guess costs the processor more than the sum.
  if ((lacksFlag | lacksLow | lacksHigh) !== 0) return false;
  if ((words[at + memberWord.seenSeconds] ?? 0) >>> 0 < filter.seenMin) return false;
  const age = flagsAge >> 8;
  const measures = words[at + memberWord.measures] ?? 0;
  const height = measures & 0xffff;
  const weight = measures >>> 16;
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
function mayHold(nodes: Records, node: number, filter: PackedFilter): boolean {
  return (
    nodes.get(node, nodeWord.count) > 0 &&
    (nodes.get(node, nodeWord.flags) & filter.flags) === filter.flags &&
    (nodes.get(node, nodeWord.labelsLow) & filter.labelsLow) === filter.labelsLow &&
    (nodes.get(node, nodeWord.labelsHigh) & filter.labelsHigh) === filter.labelsHigh &&
    nodes.get(node, nodeWord.seenSeconds) >>> 0 >= filter.seenMin
  );
}

/**
 * No point of the node's box is nearer than this, as a squared distance on the sphere of radius 1. The two terms of the haversine
 * formula are made least each for itself, and a little is taken off for rounding.
 */
function leastSquare(nodes: Records, node: number, centre: Centre): number {
  const north = nodes.get(node, nodeWord.latFrom) - centre.latE5;
  const south = centre.latE5 - nodes.get(node, nodeWord.latTo);
  const latGap = Math.max(0, north, south);
  const lonFrom = nodes.get(node, nodeWord.lonFrom);
  const width = nodes.get(node, nodeWord.lonTo) - lonFrom;
  let east = (centre.lonE5 - lonFrom) % turnE5;
  if (east < 0) east += turnE5;
  const lonGap = east <= width ? 0 : Math.min(east - width, turnE5 - east);
  const lat = sineAtMost((latGap * radiansPerE5) / 2);
  const lon = sineAtMost((lonGap * radiansPerE5) / 2);
  const square = 4 * (lat * lat + centre.cosLat * (nodes.numbers[node * recordNumbers] ?? 0) * lon * lon);
  return square * (1 - 1e-6) - 1e-20;
}

/** The sine of an angle from 0 to 90 degrees, or for a small one a value hardly below it that costs less. */
const sineAtMost = (angle: number): number => (angle < 0.05 ? angle - (angle * angle * angle) / 6 : Math.sin(angle));

function isWithin(entries: Records, entry: number, bounds: Bounds): boolean {
  const lat = entries.get(entry, memberWord.latE5) / 1e5;
  const lon = entries.get(entry, memberWord.lonE5) / 1e5;
  if (lat < bounds.latMin || lat > bounds.latMax) return false;
  if (bounds.lonMin <= bounds.lonMax) return lon >= bounds.lonMin && lon <= bounds.lonMax;
  return lon >= bounds.lonMin || lon <= bounds.lonMax;
}

/** True where no point of the node's box can be within the bounds. */
function isApart(nodes: Records, node: number, bounds: Bounds): boolean {
  if (nodes.get(node, nodeWord.latTo) < bounds.latMin * 1e5 - 1 || nodes.get(node, nodeWord.latFrom) > bounds.latMax * 1e5 + 1)
    return true;
  const isWest = nodes.get(node, nodeWord.lonTo) < bounds.lonMin * 1e5 - 1;
  const isEast = nodes.get(node, nodeWord.lonFrom) > bounds.lonMax * 1e5 + 1;
  return bounds.lonMin <= bounds.lonMax ? isWest || isEast : isWest && isEast;
}
