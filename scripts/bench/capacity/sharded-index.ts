// The nearest index as several shards. A search asks the nearest shard first, and then those that can still have nearer members.
import { createNearbyIndex, type NearbyIndex, type NearbyMember } from '#server/nearby/index.ts';
import { centreAt, pointOnSphere, type Centre } from '#server/nearby/member-search.ts';
import { radians, type Place } from '#shared/rules/distance.ts';
import { sectorsAround } from '#shared/rules/sectors.ts';
import type { Area, Layout } from './areas.ts';

interface ShardedSearch {
  readonly profileIds: readonly string[];
  /** The shards that were asked, in order. */
  readonly asked: readonly number[];
}

export interface ShardedIndex {
  readonly shards: readonly NearbyIndex[];
  nearest(search: Place & { readonly size: number }): ShardedSearch;
}

interface Found {
  readonly profileId: string;
  readonly square: number;
}

export function shardedIndex(members: Iterable<NearbyMember>, layout: Layout): ShardedIndex {
  const shards = Array.from({ length: layout.shardCount }, () => createNearbyIndex());
  for (const member of members) shards[layout.shardAt(member)]?.put(member);
  return {
    shards,
    nearest({ lat, lon, size }) {
      const centre = centreAt(lat, lon);
      let found: readonly Found[] = [];
      const asked: number[] = [];
      for (const { shard, square } of shardsAround(layout, centre, { lat, lon })) {
        if (found.length === size && square > (found.at(-1)?.square ?? Infinity)) break;
        asked.push(shard);
        const index = shards[shard];
        const ids = index?.nearest({ lat, lon, page: 0, size }).profileIds() ?? [];
        found = [...found, ...ids.map((profileId) => ({ profileId, square: squareTo(index?.get(profileId), centre) }))]
          .toSorted((a, b) => a.square - b.square || (a.profileId < b.profileId ? -1 : 1))
          .slice(0, size);
      }
      return { profileIds: found.map(({ profileId }) => profileId), asked };
    },
  };
}

/** The shards with an area in the searched sectors, and a lower bound of the squared distance to their members, nearest first. */
function shardsAround(layout: Layout, centre: Centre, { lat, lon }: Place) {
  const sectors = sectorsAround(lat, lon);
  const rows = sectors.map((sector) => sector.lat);
  const [south, north] = [Math.min(...rows), Math.max(...rows) + 1];
  const squares = new Map<number, number>();
  for (const { area, shard } of layout.areas) {
    if (area.latFrom >= north || area.latTo <= south || !sectors.some((sector) => overlaps(area, sector))) continue;
    squares.set(shard, Math.min(squares.get(shard) ?? Infinity, leastSquare(area, centre)));
  }
  return Array.from(squares, ([shard, square]) => ({ shard, square })).toSorted((a, b) => a.square - b.square);
}

const overlaps = (area: Area, sector: Place): boolean =>
  area.latFrom < sector.lat + 1 && area.latTo > sector.lat && area.lonFrom < sector.lon + 1 && area.lonTo > sector.lon;

function squareTo(place: Place | undefined, { x, y, z }: Centre): number {
  if (place === undefined) return Infinity;
  const point = pointOnSphere(place.lat, place.lon);
  return (point.x - x) ** 2 + (point.y - y) ** 2 + (point.z - z) ** 2;
}

/** As in the search of the index: the two terms of the haversine formula are minimised separately, minus a margin for rounding. */
function leastSquare({ latFrom, latTo, lonFrom, lonTo }: Area, { latE5, lonE5, cosLat }: Centre): number {
  const [lat, lon] = [latE5 / 1e5, lonE5 / 1e5];
  const latGap = Math.max(0, latFrom - lat, lat - latTo);
  const east = (((lon - lonFrom) % 360) + 360) % 360;
  const lonGap = east <= lonTo - lonFrom ? 0 : Math.min(east - (lonTo - lonFrom), 360 - east);
  const least = Math.max(0, Math.min(Math.cos(radians(latFrom)), Math.cos(radians(latTo))));
  const square = 4 * (sine(latGap) ** 2 + cosLat * least * sine(lonGap) ** 2);
  return square * (1 - 1e-6) - 1e-20;
}

const sine = (gap: number): number => Math.sin(radians(gap) / 2);
