// Simulates the index on shards, with cities of very different sizes, and counts the load of each shard.
import type { NearbyIndex, NearbyMember } from '#server/nearby/index.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';
import type { Place } from '#shared/rules/distance.ts';
import { quantile } from '#scripts/bench/figures.ts';
import { idOf } from '#scripts/bench/population.ts';
import type { Layout } from './areas.ts';
import { shardedIndex } from './sharded-index.ts';

const pageSize = 30;
/** The results of this many searches are compared with those of the whole index. */
const comparedSearches = 500;
const dayHours = 24;
const busiestHour = 21;

export interface Simulated {
  readonly layout: Layout;
  /** The members and the searches of the heaviest shard, as a multiple of the mean. */
  readonly hotMembers: number;
  readonly hotQueries: number;
  /** The number of shards that a search asks: the mean, and the 99th percentile. */
  readonly fanOut: number;
  readonly fanOut99: number;
}

/** Members with a place and nothing else. */
export function simulatedMembers(count: number, placeOf: (random: () => number) => Place): NearbyMember[] {
  const random = seeded(53);
  return Array.from({ length: count }, (_, number) => {
    const profileId = idOf(number);
    const rest = { age: 30, heightCm: null, weightKg: null, characteristics: [], hasPicture: false, isTest: false };
    return { profileId, ...placeOf(random), ...rest, onlineUntilMs: 0, brief: {} };
  });
}

/**
 * Origins of searches: the places of members, drawn by their activity. This differs by member, and by the hour (UTC) at their
 * longitude.
 */
export function searchOrigins(members: readonly Place[], count: number, hour: number): Place[] {
  const random = seeded(59);
  const normal = normalFrom(random);
  let total = 0;
  const cumulative = Float64Array.from(members, ({ lon }) => (total += Math.exp(normal()) * activityAt(lon, hour)));
  return Array.from({ length: count }, () => {
    const drawn = random() * total;
    let [low, high] = [0, members.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) > drawn) high = middle;
      else low = middle + 1;
    }
    return members[low] as Place;
  });
}

/** From 0.2 in the morning to 1.8 in the evening, by the local time. */
const activityAt = (lon: number, hour: number): number =>
  1 + 0.8 * Math.cos((2 * Math.PI * (hour + lon / 15 - busiestHour)) / dayHours);

/** Throws if one of the compared searches finds other members on the shards than in the whole index. */
export function simulate(
  { members, whole, origins }: { members: readonly NearbyMember[]; whole: NearbyIndex; origins: readonly Place[] },
  layout: Layout,
): Simulated {
  const sharded = shardedIndex(members, layout);
  for (const { lat, lon } of origins.slice(0, comparedSearches)) {
    const expected = whole.nearest({ lat, lon, page: 0, size: pageSize }).profileIds();
    const { profileIds } = sharded.nearest({ lat, lon, size: pageSize });
    if (profileIds.join() !== expected.join()) throw new Error(`The shards found other members around ${lat}, ${lon}.`);
  }
  const queries = new Float64Array(layout.shardCount);
  const fanOuts: number[] = [];
  for (const { lat, lon } of origins) {
    const { asked } = sharded.nearest({ lat, lon, size: pageSize });
    for (const shard of asked) queries[shard] = (queries[shard] ?? 0) + 1;
    fanOuts.push(asked.length);
  }
  return {
    layout,
    hotMembers: hotSpot(sharded.shards.map(({ size }) => size)),
    hotQueries: hotSpot([...queries]),
    fanOut: fanOuts.reduce((sum, count) => sum + count, 0) / fanOuts.length,
    fanOut99: quantile(fanOuts, 0.99),
  };
}

/** The largest load as a multiple of the mean. */
export const hotSpot = (loads: readonly number[]): number =>
  (Math.max(...loads) * loads.length) /
  Math.max(
    1,
    loads.reduce((sum, load) => sum + load, 0),
  );
