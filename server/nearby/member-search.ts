// Searches in the member trees: nearest first, skipping boxes that are too far or contain no match, or all within bounds.
import { radians } from '#shared/rules/distance.ts';
import type { Sector } from '#shared/rules/sectors.ts';
import type { PackedFilter } from './filters.ts';
import type { BoundedHeap } from './bounded-heap.ts';
import { memberWord } from './member-records.ts';
import { nodeWord, type MemberTree } from './member-tree.ts';
import { recordNumbers, recordWords, type Records } from './records.ts';

/** A point on the unit sphere. Squared chord lengths have the same order as great-circle distances. */
export interface SpherePoint {
  x: number;
  y: number;
  z: number;
}

/** In degrees, edges included; lonMin beyond lonMax is a box across the antimeridian. */
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
 * Offers members to the list by squared distance until none can be nearer than those on it. Roots come nearest first: the first
 * that is too far ends the search.
 */
export function searchNearest(
  tree: MemberTree,
  roots: Iterable<number>,
  centre: Centre,
  filter: PackedFilter,
  list: BoundedHeap,
): void {
  for (const root of roots) {
    if (minSquaredDistance(tree.nodes, root, centre) > list.worst) return;
    if (mayContainMatch(tree.nodes, root, filter)) searchBelow(tree, root, centre, filter, list);
  }
}

/** Depth first, the nearer of two halves before the other. */
function searchBelow(tree: MemberTree, root: number, centre: Centre, filter: PackedFilter, list: BoundedHeap): void {
  const nodes = [root];
  const minDistances = [0];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if ((minDistances.pop() ?? 0) > list.worst) continue;
    const near = tree.nodes.get(node, nodeWord.child);
    if (near < 0) {
      offerLeaf(tree, node, centre, filter, list);
      continue;
    }
    const [first, second] = [minSquaredDistance(tree.nodes, near, centre), minSquaredDistance(tree.nodes, near + 1, centre)];
    const order = first <= second ? 1 : 0;
    for (const half of [near + order, near + 1 - order]) {
      const least = half === near ? first : second;
      if (least > list.worst || !mayContainMatch(tree.nodes, half, filter)) continue;
      nodes.push(half);
      minDistances.push(least);
    }
  }
}

/** Calls `take` for every matching member, optionally within bounds, in no particular order. */
export function searchAll(
  tree: MemberTree,
  roots: Iterable<number>,
  bounds: Bounds | undefined,
  filter: PackedFilter,
  take: (slot: number) => void,
): void {
  const nodes = [...roots];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!mayContainMatch(tree.nodes, node, filter) || (bounds && isOutside(tree.nodes, node, bounds))) continue;
    const pair = tree.nodes.get(node, nodeWord.child);
    if (pair >= 0) nodes.push(pair, pair + 1);
    else takeLeaf(tree, node, bounds, filter, take);
  }
}

/**
 * Calls `take` for every member that matches `all` and fails at most one of the filters, with the number of that filter or -1.
 * An undefined filter matches nobody.
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
    if (
      !mayContainMatch(tree.nodes, node, all) ||
      filters.filter((filter) => !filter || !mayContainMatch(tree.nodes, node, filter)).length > 1
    )
      continue;
    const pair = tree.nodes.get(node, nodeWord.child);
    if (pair >= 0) {
      nodes.push(pair, pair + 1);
      continue;
    }
    const first = tree.nodes.get(node, nodeWord.first);
    for (let entry = first, end = first + tree.nodes.get(node, nodeWord.count); entry < end; entry += 1) {
      if (!matches(entries.words, entry * recordWords, all)) continue;
      const missed = onlyFailed(entries.words, entry * recordWords, filters);
      if (missed !== undefined) take(entries.get(entry, memberWord.slot), missed);
    }
  }
}

/** The number of the only filter that a member fails, -1 for none; undefined for more than one. */
function onlyFailed(words: Int32Array, at: number, filters: readonly (PackedFilter | undefined)[]): number | undefined {
  let missed = -1;
  for (let number = 0; number < filters.length; number += 1) {
    const filter = filters[number];
    if (filter && matches(words, at, filter)) continue;
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
    if (!matches(entries.words, entry * recordWords, filter) || (bounds && !isWithin(entries, entry, bounds))) continue;
    take(entries.get(entry, memberWord.slot));
  }
}

function offerLeaf(tree: MemberTree, leaf: number, centre: Centre, filter: PackedFilter, list: BoundedHeap): void {
  const { words, numbers } = tree.members.entries;
  let { worst } = list;
  const first = tree.nodes.get(leaf, nodeWord.first);
  const end = first + tree.nodes.get(leaf, nodeWord.count);
  tree.members.entries.prefetch(first, end);
  for (let entry = first; entry < end; entry += 1) {
    if (!matches(words, entry * recordWords, filter)) continue;
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

/** Whether the member whose record starts at this word matches. */
function matches(words: Int32Array, at: number, filter: PackedFilter): boolean {
  const flagsAge = words[at + memberWord.flagsAge] ?? 0;
  const lacksFlag = ~flagsAge & filter.flags;
  if (!filter.isNarrow) return lacksFlag === 0;
  const lacksLow = ~(words[at + memberWord.labelsLow] ?? 0) & filter.labelsLow;
  const lacksHigh = ~(words[at + memberWord.labelsHigh] ?? 0) & filter.labelsHigh;
  // One branch for all three: a mispredicted branch costs more than computing all of them.
  if ((lacksFlag | lacksLow | lacksHigh) !== 0) return false;
  if ((words[at + memberWord.onlineSeconds] ?? 0) >>> 0 < filter.onlineMin) return false;
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

/** False when the summary of the node rules out a match. */
function mayContainMatch(nodes: Records, node: number, filter: PackedFilter): boolean {
  return (
    nodes.get(node, nodeWord.count) > 0 &&
    (nodes.get(node, nodeWord.flags) & filter.flags) === filter.flags &&
    (nodes.get(node, nodeWord.labelsLow) & filter.labelsLow) === filter.labelsLow &&
    (nodes.get(node, nodeWord.labelsHigh) & filter.labelsHigh) === filter.labelsHigh &&
    nodes.get(node, nodeWord.onlineSeconds) >>> 0 >= filter.onlineMin
  );
}

/**
 * A lower bound of the squared distance to the node's box on the unit sphere: minimises the two terms of the haversine formula
 * separately, minus a margin for rounding.
 */
function minSquaredDistance(nodes: Records, node: number, centre: Centre): number {
  const north = nodes.get(node, nodeWord.latFrom) - centre.latE5;
  const south = centre.latE5 - nodes.get(node, nodeWord.latTo);
  const latGap = Math.max(0, north, south);
  const lonFrom = nodes.get(node, nodeWord.lonFrom);
  const width = nodes.get(node, nodeWord.lonTo) - lonFrom;
  let east = (centre.lonE5 - lonFrom) % turnE5;
  if (east < 0) east += turnE5;
  const lonGap = east <= width ? 0 : Math.min(east - width, turnE5 - east);
  const lat = sineLowerBound((latGap * radiansPerE5) / 2);
  const lon = sineLowerBound((lonGap * radiansPerE5) / 2);
  const square = 4 * (lat * lat + centre.cosLat * (nodes.numbers[node * recordNumbers] ?? 0) * lon * lon);
  return square * (1 - 1e-6) - 1e-20;
}

/** A lower bound of the squared distance from a place in a sector to anything outside of it. */
export function squaredDistanceToEdge({ lat, lon }: Sector, centre: Centre): number {
  const latGap = Math.min(centre.latE5 - lat * 1e5, (lat + 1) * 1e5 - centre.latE5) * radiansPerE5;
  const lonGap = Math.min(centre.lonE5 - lon * 1e5, (lon + 1) * 1e5 - centre.lonE5) * radiansPerE5;
  const angle = Math.max(0, Math.min(latGap, centre.cosLat * Math.sin(Math.max(0, lonGap))));
  const chord = 2 * sineLowerBound(angle / 2);
  return chord * chord * (1 - 1e-6);
}

/** The sine of an angle from 0 to 90 degrees; for small angles a cheaper value slightly below it. */
const sineLowerBound = (angle: number): number => (angle < 0.05 ? angle - (angle * angle * angle) / 6 : Math.sin(angle));

function isWithin(entries: Records, entry: number, bounds: Bounds): boolean {
  const lat = entries.get(entry, memberWord.latE5) / 1e5;
  const lon = entries.get(entry, memberWord.lonE5) / 1e5;
  if (lat < bounds.latMin || lat > bounds.latMax) return false;
  if (bounds.lonMin <= bounds.lonMax) return lon >= bounds.lonMin && lon <= bounds.lonMax;
  return lon >= bounds.lonMin || lon <= bounds.lonMax;
}

/** Whether the node's box is entirely outside the bounds. */
function isOutside(nodes: Records, node: number, bounds: Bounds): boolean {
  if (nodes.get(node, nodeWord.latTo) < bounds.latMin * 1e5 - 1 || nodes.get(node, nodeWord.latFrom) > bounds.latMax * 1e5 + 1)
    return true;
  const isWest = nodes.get(node, nodeWord.lonTo) < bounds.lonMin * 1e5 - 1;
  const isEast = nodes.get(node, nodeWord.lonFrom) > bounds.lonMax * 1e5 + 1;
  return bounds.lonMin <= bounds.lonMax ? isWest || isEast : isWest && isEast;
}
