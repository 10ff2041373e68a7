// What it costs to find the nearest members: CPU and memory of the index at several sizes, each answer checked against a look at everybody.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NearbyFilter } from '#server/nearby/filters.ts';
import { createNearbyIndex, type NearbyIndex, type NearbyMember } from '#server/nearby/index.ts';
import { seeded } from '#server/testing/seeded.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { sectorKey, sectorOf, sectorsAround } from '#shared/rules/sectors.ts';
import { memberOf, onePercent, placeOf, rareCharacteristic } from './crowd.ts';

const pageSize = 30;
const rounds = 7;
const queriesPerRound = 1_000;

interface Measured {
  members: number;
  index: NearbyIndex;
  buildSeconds: number;
  indexMegabytes: number;
  briefMegabytes: number;
  tenthPage: number;
  onePercent: number;
  rareLabel: number;
  updatedToFresh: number;
  updateMicros: number;
}

/** Prints one table. `--all` adds 1,000,000 members, which takes some minutes and 2 GB. */
export async function run(args: string[]): Promise<void> {
  const sizes = args.includes('--all') ? [10_000, 100_000, 1_000_000] : [10_000, 100_000];
  const measured = sizes.map(measure);
  const nearest = inTurns(measured.map(({ index }) => index));
  console.log(`Nearest ${pageSize}, CPU microseconds a query (client and server are one process), medians of ${rounds} rounds`);
  console.table(
    measured.map((one, place) => ({
      members: one.members,
      'build s': one.buildSeconds.toFixed(2),
      'index MB': one.indexMegabytes.toFixed(1),
      'briefs MB': one.briefMegabytes.toFixed(1),
      'nearest µs': nearest[place]?.toFixed(1),
      'page 10 µs': one.tenthPage.toFixed(1),
      '1% filter µs': one.onePercent.toFixed(1),
      'rare label µs': one.rareLabel.toFixed(1),
      'update µs': one.updateMicros.toFixed(1),
      'after updates / fresh': one.updatedToFresh.toFixed(2),
    })),
  );
  const growth = (nearest.at(-1) ?? NaN) / (nearest[0] ?? NaN);
  console.log(`Growth of nearest from ${sizes[0]} to ${sizes.at(-1)} members: ${growth.toFixed(2)} times`);
}

function measure(members: number): Measured {
  const bytesBefore = heldBytes();
  const [index, buildMicros] = cpuOf(() => build(members, () => 0));
  const briefBytes = index.briefBytes;
  const indexBytes = heldBytes() - bytesBefore - briefBytes;
  check(index, members, () => 0);
  const tenthPage = medianOf(() => query(index, 9));
  const filtered = medianOf(() => query(index, 0, onePercent));
  const rareLabel = medianOf(() => query(index, 0, { characteristics: [rareCharacteristic] }));

  const versions = new Uint16Array(members);
  const random = seeded(23);
  const moves = Array.from({ length: members }, () => Math.floor(random() * members));
  const [, updateMicros] = cpuOf(() => {
    for (const number of moves) {
      const version = (versions[number] ?? 0) + 1;
      versions[number] = version;
      if (version % 3 === 0) index.remove(memberOf(number, version).profileId);
      index.put(memberOf(number, version));
    }
  });
  const versionOf = (number: number): number => versions[number] ?? 0;
  check(index, members, versionOf);
  const fresh = build(members, versionOf);
  const [updated, renewed] = inTurns([index, fresh]);
  return {
    members,
    index: fresh,
    buildSeconds: buildMicros / 1e6,
    indexMegabytes: indexBytes / 1e6,
    briefMegabytes: briefBytes / 1e6,
    tenthPage,
    onePercent: filtered,
    rareLabel,
    updatedToFresh: (updated ?? NaN) / (renewed ?? NaN),
    updateMicros: updateMicros / members,
  };
}

function build(members: number, versionOf: (number: number) => number): NearbyIndex {
  const index = createNearbyIndex();
  for (let number = 0; number < members; number += 1) index.put(memberOf(number, versionOf(number)));
  return index;
}

/** One round; answers CPU microseconds a query. The places asked from are the same in every round. */
function query(index: NearbyIndex, page: number, filter?: NearbyFilter): number {
  const random = seeded(31);
  const places = Array.from({ length: queriesPerRound }, () => placeOf(random));
  let bytes = 0;
  const [, micros] = cpuOf(() => {
    for (const { lat, lon } of places) bytes += index.nearest({ lat, lon, page, size: pageSize, filter }).bytes().length;
  });
  if (bytes === 0) throw new Error('Nobody was found at all');
  return micros / queriesPerRound;
}

/** Median microseconds a query of each index, round by round in turns, so that a slow moment of the machine meets all. */
function inTurns(indexes: NearbyIndex[]): number[] {
  const warm = 2;
  const perRound = Array.from({ length: warm + rounds }, () => indexes.map((index) => query(index, 0))).slice(warm);
  return indexes.map((_, place) => middle(perRound.map((round) => round[place] ?? NaN)));
}

/** Compares some answers with a look at every member; throws at the first that is wrong. */
function check(index: NearbyIndex, members: number, versionOf: (number: number) => number): void {
  const random = seeded(41);
  const everybody = Array.from({ length: members }, (_, number) => placeAndFit(memberOf(number, versionOf(number))));
  for (let times = 0; times < (members > 100_000 ? 5 : 30); times += 1) {
    const centre = placeOf(random);
    const around = new Set(sectorsAround(centre.lat, centre.lon).map(sectorKey));
    for (const filter of [undefined, onePercent]) {
      const metres = everybody
        .filter((one) => (!filter || one.fits) && around.has(sectorKey(sectorOf(one.lat, one.lon))))
        .map((one) => distanceMetres(centre, one))
        .toSorted((a, b) => a - b)
        .slice(2 * pageSize, 3 * pageSize);
      const found = index.nearest({ ...centre, page: 2, size: pageSize, filter }).profileIds();
      const foundMetres = found.map((profileId) => distanceMetres(centre, index.get(profileId) ?? { lat: NaN, lon: NaN }));
      const isRight =
        metres.length === found.length && metres.every((one, rank) => Math.abs(one - (foundMetres[rank] ?? NaN)) < 1e-3);
      if (!isRight)
        throw new Error(`The nearest of ${members} members around ${centre.lat}, ${centre.lon} are not the right ones`);
    }
  }
}

function placeAndFit(member: NearbyMember): Place & { fits: boolean } {
  const { lat, lon, age, heightCm, hasPicture, characteristics } = member;
  const isAsked = age >= onePercent.ageMin && age <= onePercent.ageMax && (heightCm ?? 0) >= onePercent.heightCmMin;
  return {
    lat,
    lon,
    fits: isAsked && hasPicture && onePercent.characteristics.every((label) => characteristics.includes(label)),
  };
}

function cpuOf<T>(work: () => T): [T, number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, user + system];
}

/** The first rounds warm up and do not count. */
function medianOf(round: () => number): number {
  round();
  round();
  return middle(Array.from({ length: rounds }, round));
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Bytes the process holds after the garbage is collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // The first collection finds the buffers that are free, the later ones give them back.
  for (let times = 0; times < 3 && typeof collect === 'function'; times += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
