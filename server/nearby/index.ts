// The index of published positions, in memory. It finds members by distance, box or sector, and returns their briefs as bytes.
import type { Place } from '#shared/rules/distance.ts';
import { columnsBetween, sectorOf, sectorsAround, type Sector } from '#shared/rules/sectors.ts';
import { countMisses, type CountSearch, type MissCount } from './count-misses.ts';
import { hasPictureFlag, isRealFlag, Labels, packFilter, wholeSeconds, type NearbyFilter, type PackedFilter } from './filters.ts';
import { BoundedHeap } from './bounded-heap.ts';
import type { PackedMember } from './member-records.ts';
import { centreAt, pointOnSphere, searchAll, searchNearest, squaredDistanceToEdge, type Bounds } from './member-search.ts';
import { MemberTree } from './member-tree.ts';
import { ProfileIds } from './profile-ids.ts';
import { briefJson, SerializedBriefs } from './serialized-briefs.ts';
import { SectorCounts, type CountedSector } from './sector-counts.ts';

/** A member as others see them. lat and lon are the published point, and the exact position only if the member chose so. */
export interface NearbyMember extends Place {
  profileId: string;
  age: number;
  heightCm: number | null;
  weightKg: number | null;
  characteristics: readonly string[];
  hasPicture: boolean;
  isTest: boolean;
  onlineUntilMs: number;
  /** The ProfileBrief. The index serializes it once. */
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
  /** Finds test users too. */
  includeTest?: boolean;
  /** Profiles to leave out, such as blocked ones and the caller's own. */
  excluded?: readonly ReadonlySet<string>[];
}

/** The members found, in order. Read it synchronously: it throws after the index has changed. */
interface Found {
  count: number;
  profileIds(): string[];
  /** The briefs as a JSON array. */
  bytes(): Buffer;
}

export interface NearbyIndex {
  readonly size: number;
  /** Adds or replaces a member. False if the brief is the same. Throws a RangeError for values out of range. */
  put(member: NearbyMember): boolean;
  /** Removes a member. Does nothing if they are not in the index. */
  remove(profileId: string): void;
  /** Changes only the time until which a member is online. */
  online(profileId: string, untilMs: number): void;
  get(profileId: string): PublishedMember | undefined;
  /** By distance to the published points, then by id. It searches at most 20 sectors within about one degree. */
  nearest(search: NearbySearch & Place): Found;
  /** How many members `nearest` finds on all pages, and how many more it would find without each of the conditions. */
  count(search: CountSearch): MissCount;
  /** By id, so that a full page is an even sample. If lonMin is greater than lonMax, the box crosses the antimeridian. */
  byBounds(search: NearbySearch & Bounds): Found;
  bySector(search: NearbySearch & { sectorLat: number; sectorLon: number }): Found;
  /** The counts of all sectors that have members, as a JSON array. Members in `excluded` are not counted. */
  aggregates(search?: Pick<NearbySearch, 'includeTest' | 'excluded'>): Buffer;
  /** The memory used by the serialized briefs. */
  readonly briefBytes: number;
}

/** Larger sets of ids are not converted to slots, because a search in a busy place visits about as many members. */
const maxResolvedIds = 200;

interface SectorMembers extends CountedSector {
  root: number;
}

export function createNearbyIndex(world: { nowMs: () => number } = { nowMs: Date.now }): NearbyIndex {
  const ids = new ProfileIds();
  const briefs = new SerializedBriefs();
  const tree = new MemberTree();
  const labels = new Labels();
  const list = new BoundedHeap(ids);
  const sectors = new SectorCounts<SectorMembers>(world.nowMs);
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
    online,
    get,
    nearest,
    count: (search) =>
      countMisses(search, { tree, roots: rootsOf(sectorsAround(search.lat, search.lon)), labels, slotsOf: exclusion }),
    byBounds: (search) => allIn(sectorsOfBounds(search), search, search),
    bySector: (search) => allIn([{ lat: search.sectorLat, lon: search.sectorLon }], undefined, search),
    aggregates,
  };

  function put(member: NearbyMember): boolean {
    // These may throw, so they run before any change.
    const unplaced = pack(member);
    const json = briefJson(member.brief);
    const known = ids.find(member.profileId);
    const slot = known >= 0 ? known : ids.add(member.profileId);
    const packed = { ...unplaced, slot };
    const isChanged = briefs.set(slot, json);
    version += 1;
    if (known >= 0 && isUnmoved(packed)) {
      tree.update(packed);
      return isChanged;
    }
    if (known >= 0) leave(slot);
    enter(packed);
    return isChanged;
  }

  function remove(profileId: string): void {
    const slot = ids.find(profileId);
    if (slot < 0) return;
    leave(slot);
    briefs.delete(slot);
    ids.remove(slot);
    version += 1;
  }

  function online(profileId: string, untilMs: number): void {
    const slot = ids.find(profileId);
    if (slot >= 0) tree.touch(slot, wholeSeconds(untilMs));
  }

  function get(profileId: string): PublishedMember | undefined {
    const slot = ids.find(profileId);
    if (slot < 0) return undefined;
    const { latE5, lonE5, flags } = tree.memberOf(slot);
    return { profileId, lat: latE5 / 1e5, lon: lonE5 / 1e5, isTest: (flags & isRealFlag) === 0 };
  }

  function nearest(search: NearbySearch & Place): Found {
    const { lat, lon } = search;
    const centre = centreAt(lat, lon);
    return find(search, (filter) => {
      const offer = (roots: Iterable<number>) => searchNearest(tree, roots, centre, filter, list);
      const own = sectorOf(lat, lon);
      offer(rootsOf([own]));
      // Usually the list is already full of nearer members.
      if (list.worst < squaredDistanceToEdge(own, centre)) return;
      offer(rootsOf(sectorsAround(lat, lon).filter((other) => other.lat !== own.lat || other.lon !== own.lon)));
    });
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

  /** Converts sets of ids to slots. For large sets it is cheaper to look up the ids of the members found. */
  function exclusion(excluded: NearbySearch['excluded'] = []): ((slot: number) => boolean) | undefined {
    const slots = new Set<number>();
    for (const profileIds of excluded.filter(({ size }) => size <= maxResolvedIds))
      for (const profileId of profileIds) {
        const slot = ids.find(profileId);
        if (slot >= 0) slots.add(slot);
      }
    const large = excluded.filter(({ size }) => size > maxResolvedIds);
    if (large.length === 0) return slots.size > 0 ? (slot) => slots.has(slot) : undefined;
    return (slot) => {
      if (slots.has(slot)) return true;
      const profileId = ids.textOf(slot);
      return large.some((profileIds) => profileIds.has(profileId));
    };
  }

  function found(slots: Int32Array): Found {
    const versionFound = version;
    const assertFresh = (): void => {
      if (version !== versionFound) throw new Error('The index has changed since this search: read its result synchronously');
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

  function aggregates({ includeTest = false, excluded = [] }: Pick<NearbySearch, 'includeTest' | 'excluded'> = {}): Buffer {
    const counts = new Map<SectorMembers, number>();
    const slots = new Set<number>();
    for (const profileIds of excluded) for (const profileId of profileIds) slots.add(ids.find(profileId));
    slots.delete(-1);
    for (const slot of slots) {
      const { latE5, lonE5, flags } = tree.memberOf(slot);
      const sector = sectors.get(sectorOf(latE5 / 1e5, lonE5 / 1e5));
      if (sector && (includeTest || (flags & isRealFlag) !== 0)) counts.set(sector, (counts.get(sector) ?? 0) + 1);
    }
    return sectors.bytes(includeTest, counts);
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
      onlineSeconds: wholeSeconds(member.onlineUntilMs),
      age: Math.min(255, member.age),
      heightCm: Math.round(member.heightCm ?? 0),
      weightKg: Math.round(member.weightKg ?? 0),
      flags: (member.hasPicture ? hasPictureFlag : 0) | (member.isTest ? 0 : isRealFlag),
    };
  }

  /** True if point and test flag are the same, so that no count changes. */
  function isUnmoved(member: PackedMember): boolean {
    const known = tree.memberOf(member.slot);
    return ((known.flags ^ member.flags) & isRealFlag) === 0 && known.latE5 === member.latE5 && known.lonE5 === member.lonE5;
  }

  function enter(member: PackedMember): void {
    const place = sectorOf(member.latE5 / 1e5, member.lonE5 / 1e5);
    const sector = sectors.get(place) ?? addSector(place);
    tree.insert(sector.root, member);
    sector.count += 1;
    if ((member.flags & isRealFlag) === 0) sector.testCount += 1;
    sectors.changed(sector);
  }

  function leave(slot: number): void {
    const { latE5, lonE5, flags } = tree.memberOf(slot);
    tree.remove(slot);
    const sector = sectors.get(sectorOf(latE5 / 1e5, lonE5 / 1e5));
    if (!sector) return;
    sector.count -= 1;
    if ((flags & isRealFlag) === 0) sector.testCount -= 1;
    sectors.changed(sector);
    if (sector.count > 0) return;
    tree.dropRoot(sector.root);
    sectors.remove(sector);
  }

  function addSector({ lat, lon }: Sector): SectorMembers {
    const root = tree.addRoot({ latFrom: lat * 1e5, latTo: (lat + 1) * 1e5, lonFrom: lon * 1e5, lonTo: (lon + 1) * 1e5 });
    const sector = { lat, lon, root, count: 0, testCount: 0 };
    sectors.add(sector);
    return sector;
  }

  /** In the order of the sectors, one at a time. */
  function* rootsOf(where: Iterable<Sector>): Generator<number> {
    for (const place of where) {
      const sector = sectors.get(place);
      if (sector) yield sector.root;
    }
  }
}

function sectorsOfBounds({ latMin, lonMin, latMax, lonMax }: Bounds): Sector[] {
  const columns = columnsBetween(lonMin, lonMin <= lonMax ? lonMax : lonMax + 360);
  const from = sectorOf(latMin, lonMin).lat;
  const rows = Array.from({ length: Math.max(0, sectorOf(latMax, lonMax).lat - from + 1) }, (_, step) => from + step);
  return rows.flatMap((lat) => columns.map((lon) => ({ lat, lon })));
}
