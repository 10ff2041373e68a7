// Measures the index alone: its memory for each member, and the CPU time of a search.
import { createNearbyIndex, type NearbyIndex } from '#server/nearby/index.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { median } from '#scripts/bench/figures.ts';
import { memberOf, placeOf } from '#scripts/bench/population.ts';
import { usedBytes } from '#scripts/bench/used-bytes.ts';

const searches = 1_000;
const pageSize = 30;

export interface IndexCosts {
  readonly index: NearbyIndex;
  /** Bytes of a member with their brief. */
  readonly indexBytes: number;
  readonly searchMicros: number;
}

export function measureIndex(members: number, rounds: number): IndexCosts {
  const before = usedBytes();
  const index = createNearbyIndex();
  for (let number = 0; number < members; number += 1) index.put(memberOf(number, 0));
  const indexBytes = (usedBytes() - before) / members;
  const random = seeded(31);
  const places = Array.from({ length: searches }, () => placeOf(random));
  const micros = Array.from({ length: rounds + 1 }, () =>
    microsOf(() => {
      for (const { lat, lon } of places) index.nearest({ lat, lon, page: 0, size: pageSize }).bytes();
    }),
  );
  // The first round warms up and does not count.
  return { index, indexBytes, searchMicros: median(micros.slice(1)) / searches };
}

/** The CPU microseconds of this process. */
export function microsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
