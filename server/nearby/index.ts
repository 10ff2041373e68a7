// The index of published positions in this process: who is near, in a box or in a sector, answered with bytes that are ready to send.
import type { Place } from '#shared/rules/distance.ts';
import { columnsBetween, sectorOf, sectorsAround, type Sector } from '#shared/rules/sectors.ts';
import { countMisses, type CountSearch, type MissCount } from './count-misses.ts';
import { hasPictureFlag, isRealFlag, Labels, packFilter, wholeSeconds, type NearbyFilter, type PackedFilter } from './filters.ts';
import { FirstList } from './first-list.ts';
import type { PackedMember } from './member-records.ts';
import { centreAt, nearestFirst, pointOnSphere, searchAll, searchNearest, type Bounds } from './member-search.ts';
import { MemberTree } from './member-tree.ts';
import { ProfileIds } from './profile-ids.ts';
import { briefJson, ReadyBriefs } from './ready-briefs.ts';

/** A member as he is published. lat and lon are the published point: never put an exact position of somebody who did not ask for it. */
export interface NearbyMember extends Place {
  profileId: string;
  age: number;
  heightCm: number | null;
  weightKg: number | null;
  characteristics: readonly string[];
  hasPicture: boolean;
  isTest: boolean;
  lastSeenMs: number;
  /** The ProfileBrief as it is sent; made into bytes here, once. */
  brief: object;
}

interface PublishedMember extends Place {
  profileId: string;
  isTest: boolean;
}

export interface NearbySearch {
  page: number;
  size: number;
  filter?: NearbyFilter;
  /** Test members are found only with this. */
  includeTest?: boolean;
  /** Who is left out: blocked either way, the member himself. A set is cheaper than a function, which needs the text of each id. */
  excluded?: ReadonlySet<string> | ((profileId: string) => boolean);
}

/** What a search found, in order. To be read before the index changes again, in the same turn: later it throws. */
export interface Found {
  count: number;
  profileIds(): string[];
  /** The briefs as a JSON array. */
  bytes(): Buffer;
}

interface SectorCount {
  centerLat: number;
  centerLon: number;
  deltaLat: number;
  deltaLon: number;
  count: number;
  /** When the sector's count last changed, cut to the hour, in ms since 1970. */
  tsUpdated: number;
}

export interface NearbyIndex {
  readonly size: number;
  /** Adds a member or replaces what is known of him. Throws a RangeError for what it cannot hold. */
  put(member: NearbyMember): void;
  /** Takes a member out of everything; whoever is not there stays so. */
  remove(profileId: string): void;
  /** Notes when a member was last seen, cheaper than putting him again. */
  seen(profileId: string, lastSeenMs: number): void;
  get(profileId: string): PublishedMember | undefined;
  /** By distance from a place to the published points, ties by id; of the at most 20 sectors about one degree around unless unlimited. */
  nearest(search: NearbySearch & Place & { unlimited?: boolean }): Found;
  /** How many `nearest` finds on all its pages together, and how many more it would find without one of the conditions. */
  count(search: CountSearch): MissCount;
  /** By id, so that a full page is an even choice. lonMin greater than lonMax is a box across the antimeridian. */
  byBounds(search: NearbySearch & Bounds): Found;
  bySector(search: NearbySearch & { sectorLat: number; sectorLon: number }): Found;
  /** One per sector that has members; `excluded` are taken off the counts. */
  aggregates(search?: { includeTest?: boolean; excluded?: Iterable<string> }): SectorCount[];
  /** Bytes held: of the ready briefs, for comparing with the rest of the process. */
  readonly briefBytes: number;
}

const hourMs = 3_600_000;
/** Ids looked up for one search; a search looks at about as many members in a busy place. */
const mostSetResolved = 200;

interface SectorMembers extends Sector {
  root: number;
  count: number;
  testCount: number;
  changedMs: number;
}

export function createNearbyIndex(world: { nowMs: () => number } = { nowMs: Date.now }): NearbyIndex {
  const ids = new ProfileIds();
  const briefs = new ReadyBriefs();
  const tree = new MemberTree();
  const labels = new Labels();
  const list = new FirstList(ids);
  const sectors = new Map<number, SectorMembers>();
  let version = 0;

  return {
    get size() {
      return ids.size;
    },
    get briefBytes() {
      return briefs.bytes;
    },
    put,
    remove,
    seen,
    get,
    nearest,
    count: (search) =>
      countMisses(search, { tree, roots: rootsOf(sectorsAround(search.lat, search.lon)), labels, slotsOf: exclusion }),
    byBounds: (search) => allIn(sectorsOfBounds(search), search, search),
    bySector: (search) => allIn([{ lat: search.sectorLat, lon: search.sectorLon }], undefined, search),
    aggregates,
  };

  function put(member: NearbyMember): void {
    // Whatever may be refused comes first, so that a refused member leaves nothing behind.
    const unplaced = pack(member);
    const json = briefJson(member.brief);
    const known = ids.find(member.profileId);
    const slot = known >= 0 ? known : ids.add(member.profileId);
    const packed = { ...unplaced, slot };
    briefs.set(slot, json);
    version += 1;
    if (known >= 0 && isUnmoved(packed)) return tree.update(packed);
    if (known >= 0) leave(slot);
    enter(packed);
  }

  function remove(profileId: string): void {
    const slot = ids.find(profileId);
    if (slot < 0) return;
    leave(slot);
    briefs.delete(slot);
    ids.remove(slot);
    version += 1;
  }

  function seen(profileId: string, lastSeenMs: number): void {
    const slot = ids.find(profileId);
    if (slot >= 0) tree.touch(slot, wholeSeconds(lastSeenMs));
  }

  function get(profileId: string): PublishedMember | undefined {
    const slot = ids.find(profileId);
    if (slot < 0) return undefined;
    const { latE5, lonE5, flags } = tree.memberOf(slot);
    return { profileId, lat: latE5 / 1e5, lon: lonE5 / 1e5, isTest: (flags & isRealFlag) === 0 };
  }

  function nearest(search: NearbySearch & Place & { unlimited?: boolean }): Found {
    const centre = centreAt(search.lat, search.lon);
    const roots = search.unlimited
      ? nearestFirst(tree, rootsOf(sectors.values()), centre)
      : rootsOf(sectorsAround(search.lat, search.lon));
    return find(search, (filter) => searchNearest(tree, roots, centre, filter, list));
  }

  function allIn(where: readonly Sector[], bounds: Bounds | undefined, search: NearbySearch): Found {
    return find(search, (filter) => {
      searchAll(tree, rootsOf(where), bounds, filter, (slot) => list.offer(ids.prefixOf(slot), slot));
    });
  }

  function find(search: NearbySearch, offerAll: (filter: PackedFilter) => void): Found {
    list.start((search.page + 1) * search.size, exclusion(search.excluded));
    const filter = packFilter(search.filter ?? {}, search.includeTest ?? false, labels);
    if (filter) offerAll(filter);
    return found(list.page(search.page, search.size));
  }

  /** A set of ids as one of slots, unless it is so long that looking up the ids of those found is less work. */
  function exclusion(excluded: NearbySearch['excluded']): ((slot: number) => boolean) | undefined {
    if (excluded === undefined) return undefined;
    if (typeof excluded === 'function') return (slot) => excluded(ids.textOf(slot));
    if (excluded.size > mostSetResolved) return (slot) => excluded.has(ids.textOf(slot));
    const slots = new Set<number>();
    for (const profileId of excluded) {
      const slot = ids.find(profileId);
      if (slot >= 0) slots.add(slot);
    }
    return slots.size > 0 ? (slot) => slots.has(slot) : undefined;
  }

  function found(slots: Int32Array): Found {
    const versionFound = version;
    const assertFresh = (): void => {
      if (version !== versionFound) throw new Error('The index has changed since this was found: read it in the same turn');
    };
    return {
      count: slots.length,
      profileIds() {
        assertFresh();
        return Array.from(slots, (slot) => ids.textOf(slot));
      },
      bytes() {
        assertFresh();
        return briefs.join(slots);
      },
    };
  }

  function aggregates(search: { includeTest?: boolean; excluded?: Iterable<string> } = {}): SectorCount[] {
    const takenOff = new Map<SectorMembers, number>();
    for (const profileId of new Set(search.excluded)) {
      const member = get(profileId);
      const sector = member && sectors.get(sectorNumber(sectorOf(member.lat, member.lon)));
      if (sector && (search.includeTest || !member.isTest)) takenOff.set(sector, (takenOff.get(sector) ?? 0) + 1);
    }
    const counts: SectorCount[] = [];
    for (const sector of sectors.values()) {
      const count = sector.count - (search.includeTest ? 0 : sector.testCount) - (takenOff.get(sector) ?? 0);
      if (count <= 0) continue;
      const tsUpdated = sector.changedMs - (sector.changedMs % hourMs);
      counts.push({ centerLat: sector.lat + 0.5, centerLon: sector.lon + 0.5, deltaLat: 1, deltaLon: 1, count, tsUpdated });
    }
    return counts;
  }

  function pack(member: NearbyMember): Omit<PackedMember, 'slot'> {
    if (!(Math.abs(member.lat) <= 90 && Math.abs(member.lon) <= 180)) throw new RangeError('Not a place on earth');
    const latE5 = Math.round(member.lat * 1e5);
    const lonE5 = Math.round(member.lon * 1e5) === 18_000_000 ? -18_000_000 : Math.round(member.lon * 1e5);
    const { low, high } = labels.pack(member.characteristics);
    return {
      latE5,
      lonE5,
      ...pointOnSphere(latE5 / 1e5, lonE5 / 1e5),
      labelsLow: low,
      labelsHigh: high,
      seenSeconds: wholeSeconds(member.lastSeenMs),
      age: Math.min(255, member.age),
      heightCm: Math.round(member.heightCm ?? 0),
      weightKg: Math.round(member.weightKg ?? 0),
      flags: (member.hasPicture ? hasPictureFlag : 0) | (member.isTest ? 0 : isRealFlag),
    };
  }

  /** Same point, and a test member still or not: then no count changes. */
  function isUnmoved(member: PackedMember): boolean {
    const known = tree.memberOf(member.slot);
    return ((known.flags ^ member.flags) & isRealFlag) === 0 && known.latE5 === member.latE5 && known.lonE5 === member.lonE5;
  }

  function enter(member: PackedMember): void {
    const place = sectorOf(member.latE5 / 1e5, member.lonE5 / 1e5);
    const sector = sectors.get(sectorNumber(place)) ?? addSector(place);
    tree.insert(sector.root, member);
    sector.count += 1;
    if ((member.flags & isRealFlag) === 0) sector.testCount += 1;
    sector.changedMs = world.nowMs();
  }

  function leave(slot: number): void {
    const { latE5, lonE5, flags } = tree.memberOf(slot);
    tree.remove(slot);
    const number = sectorNumber(sectorOf(latE5 / 1e5, lonE5 / 1e5));
    const sector = sectors.get(number);
    if (!sector) return;
    sector.count -= 1;
    if ((flags & isRealFlag) === 0) sector.testCount -= 1;
    sector.changedMs = world.nowMs();
    if (sector.count > 0) return;
    tree.dropRoot(sector.root);
    sectors.delete(number);
  }

  function addSector({ lat, lon }: Sector): SectorMembers {
    const root = tree.addRoot({ latFrom: lat * 1e5, latTo: (lat + 1) * 1e5, lonFrom: lon * 1e5, lonTo: (lon + 1) * 1e5 });
    const sector = { lat, lon, root, count: 0, testCount: 0, changedMs: 0 };
    sectors.set(sectorNumber(sector), sector);
    return sector;
  }

  /** In the order of the sectors, one after the other as they are asked for. */
  function* rootsOf(where: Iterable<Sector>): Generator<number> {
    for (const place of where) {
      const sector = sectors.get(sectorNumber(place));
      if (sector) yield sector.root;
    }
  }
}

const sectorNumber = ({ lat, lon }: Sector): number => (lat + 90) * 360 + lon + 180;

function sectorsOfBounds({ latMin, lonMin, latMax, lonMax }: Bounds): Sector[] {
  const columns = columnsBetween(lonMin, lonMin <= lonMax ? lonMax : lonMax + 360);
  const from = sectorOf(latMin, lonMin).lat;
  const rows = Array.from({ length: Math.max(0, sectorOf(latMax, lonMax).lat - from + 1) }, (_, step) => from + step);
  return rows.flatMap((lat) => columns.map((lon) => ({ lat, lon })));
}
