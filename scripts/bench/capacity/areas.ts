// Layouts of the index on shards: whole sectors spread by a hash, or areas that are halved while they have too many members.
import { radians, type Place } from '#shared/rules/distance.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';

/** Degrees, from (included) to (excluded). */
export interface Area {
  readonly latFrom: number;
  readonly latTo: number;
  readonly lonFrom: number;
  readonly lonTo: number;
}

export interface Layout {
  readonly name: string;
  readonly shardCount: number;
  /** Each given place is in exactly one of them. */
  readonly areas: readonly { readonly area: Area; readonly shard: number }[];
  shardAt(place: Place): number;
}

/** An area, with its two halves if it is divided, as in the index. The number of a divided area is -1. */
interface Divided {
  readonly area: Area;
  readonly halves: readonly [Divided, Divided] | null;
  readonly number: number;
}

const world: Area = { latFrom: -90, latTo: 90, lonFrom: -180, lonTo: 180 };
/** Smaller areas are not divided: a cell of the public grid is ten times as wide. */
const minDegrees = 0.001;

/** Puts each sector that contains a place on the shard that a hash of its key selects. */
export function fixedCells(places: readonly Place[], shardCount: number): Layout {
  const sectors = new Map(places.map(({ lat, lon }) => sectorOf(lat, lon)).map((sector) => [sectorKey(sector), sector]));
  return {
    name: 'fixed cells of one degree',
    shardCount,
    areas: Array.from(sectors, ([key, { lat, lon }]) => ({
      area: { latFrom: lat, latTo: lat + 1, lonFrom: lon, lonTo: lon + 1 },
      shard: hashOf(key) % shardCount,
    })),
    shardAt: ({ lat, lon }) => hashOf(sectorKey(sectorOf(lat, lon))) % shardCount,
  };
}

/**
 * Halves the world until each area has at most an eighth of a shard's mean load, or is too small to divide. The halves of an area
 * follow each other, so that a shard, which gets consecutive areas, mostly gets neighbours.
 */
export function splittingCells(places: readonly Place[], shardCount: number): Layout {
  const areas: { area: Area; members: number }[] = [];
  const most = places.length / shardCount / 8;
  const root = divide(world, places);
  let before = 0;
  const shards = areas.map(({ members }) => {
    const middle = before + members / 2;
    before += members;
    return Math.min(shardCount - 1, Math.floor((middle * shardCount) / Math.max(1, places.length)));
  });
  return {
    name: 'cells that split',
    shardCount,
    areas: areas.map(({ area }, number) => ({ area, shard: shards[number] ?? 0 })),
    shardAt: (place) => shards[areaAt(root, place)] ?? 0,
  };

  function divide(area: Area, within: readonly Place[]): Divided {
    if (within.length <= most || area.latTo - area.latFrom < minDegrees)
      return { area, halves: null, number: areas.push({ area, members: within.length }) - 1 };
    const [one, other] = halvesOf(area);
    const inOne = within.filter((place) => isIn(one, place));
    const inOther = within.filter((place) => !isIn(one, place));
    return { area, halves: [divide(one, inOne), divide(other, inOther)], number: -1 };
  }
}

function areaAt(root: Divided, place: Place): number {
  let at = root;
  while (at.halves !== null) at = isIn(at.halves[0].area, place) ? at.halves[0] : at.halves[1];
  return at.number;
}

/** Halves the side that is longer in metres. */
function halvesOf({ latFrom, latTo, lonFrom, lonTo }: Area): readonly [Area, Area] {
  const [lat, lon] = [(latFrom + latTo) / 2, (lonFrom + lonTo) / 2];
  if (latTo - latFrom >= (lonTo - lonFrom) * Math.cos(radians(lat)))
    return [
      { latFrom, latTo: lat, lonFrom, lonTo },
      { latFrom: lat, latTo, lonFrom, lonTo },
    ];
  return [
    { latFrom, latTo, lonFrom, lonTo: lon },
    { latFrom, latTo, lonFrom: lon, lonTo },
  ];
}

/** The last row and column contain the pole and the antimeridian. */
const isIn = ({ latFrom, latTo, lonFrom, lonTo }: Area, { lat, lon }: Place): boolean =>
  lat >= latFrom && (lat < latTo || latTo === 90) && lon >= lonFrom && (lon < lonTo || lonTo === 180);

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
