// Measures the CPU time of finding the nearest members, compared with PostGIS, Redis and PostgreSQL, before and after updates.
import type { NearbyFilter } from '#server/nearby/filters.ts';
import { createNearbyIndex, type NearbyIndex, type NearbyMember } from '#server/nearby/index.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { median, numberFlag, printBar } from './figures.ts';
import { memberOf, onePercent, placeOf, rareCharacteristic } from './population.ts';
import { usedBytes } from './used-bytes.ts';
import { run as runEndpoint } from './nearest-endpoint.ts';
import { searchedAreaAround, linearScan, type LinearScan } from './linear-scan.ts';
import { pageSize, type BenchTarget } from './bench-target.ts';
import { startPostgresTargets } from './postgres-targets.ts';
import { startRedisTarget } from './redis-target.ts';

const sizes = [10_000, 100_000, 1_000_000];
const rounds = 7;
const queriesPerRound = 1_000;
/** There are fewer queries for targets, since these take longer. */
const targetQueriesPerRound = 100;
const targetNames = ['PostGIS', 'Redis GEOSEARCH'];

/** CPU microseconds per query of client and server. */
interface Costs {
  all: number;
  filtered: number;
}

interface Measured {
  members: number;
  index: NearbyIndex;
  buildSeconds: number;
  indexMegabytes: number;
  briefMegabytes: number;
  tenthPage: number;
  rareLabel: number;
  updateMicros: number;
  updatedToFresh: number;
  fresh: Map<string, Costs>;
  updated: Map<string, Costs>;
}

/** `--upto 100000` skips larger populations, since a million members take some minutes and 4 GB. */
export async function run(args: string[]): Promise<void> {
  const maxMembers = numberFlag(args, '--upto', Infinity, sizes[0]);
  const measured: Measured[] = [];
  for (const size of sizes.filter((one) => one <= maxMembers)) measured.push(await measure(size));

  const nearest = alternating(measured.map(({ index }) => index));
  console.log(`\nNearest ${pageSize}, CPU microseconds per query, medians of ${rounds} rounds`);
  console.table(
    measured.map((one, place) => ({
      members: one.members,
      'build s': one.buildSeconds.toFixed(2),
      'index MB': one.indexMegabytes.toFixed(1),
      'briefs MB': one.briefMegabytes.toFixed(1),
      'nearest µs': nearest[place]?.toFixed(1),
      'page 10 µs': one.tenthPage.toFixed(1),
      'rare label µs': one.rareLabel.toFixed(1),
      'update µs': one.updateMicros.toFixed(1),
      'after updates / fresh': one.updatedToFresh.toFixed(2),
    })),
  );
  const largest = measured.at(-1);
  const growth = (nearest.at(-1) ?? NaN) / (nearest[0] ?? NaN);
  if (largest) printLimits(largest, growth);
  console.log('');
  await runEndpoint();
}

function printLimits({ members, fresh, updatedToFresh, indexMegabytes }: Measured, growth: number): void {
  const own = fresh.get(ownName);
  const ratioTo = (name: string, kind: keyof Costs) => (fresh.get(name)?.[kind] ?? NaN) / (own?.[kind] ?? NaN);
  const limits = [
    { what: 'CPU time of PostGIS / index', figure: ratioTo('PostGIS', 'all'), min: 70 },
    { what: 'CPU time of Redis GEOSEARCH / index', figure: ratioTo('Redis GEOSEARCH', 'all'), min: 10 },
    { what: 'CPU time of PostGIS / index with the 1 % filter', figure: ratioTo('PostGIS', 'filtered'), min: 70 },
    { what: 'CPU time after as many random updates as members / before', figure: updatedToFresh, max: 1.2 },
    { what: 'MB of the index without briefs', figure: indexMegabytes, max: 150 },
    { what: `CPU time of nearest / at ${sizes[0]} members`, figure: growth, max: 2 },
  ];
  console.log(`\nAt ${members} members${members < 1_000_000 ? ' (the limits apply to 1000000)' : ''}:`);
  for (const limit of limits) printBar(limit);
}

const ownName = 'our index';

async function measure(members: number): Promise<Measured> {
  const versions = new Uint16Array(members);
  const current = function* (): Generator<NearbyMember> {
    for (let number = 0; number < members; number += 1) yield memberOf(number, versions[number] ?? 0);
  };
  const bytesBefore = usedBytes();
  const [index, buildMicros] = cpuOf(() => build(current()));
  const indexBytes = usedBytes() - bytesBefore - index.briefBytes;
  const servers = [await startPostgresTargets(), await startRedisTarget()].filter((server) => server !== null);
  try {
    for (const server of servers) await server.put(current());
    const targets = servers.flatMap((server) => server.targets);
    await checkAll(index, targets, linearScan(current()), members);
    const tenthPage = medianOf(() => query(index, 9));
    const rareLabel = medianOf(() => query(index, 0, { characteristics: [rareCharacteristic] }));
    const fresh = await compare(index, targets);
    print(`${members} members`, fresh, targets);

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
    for (const server of servers) await server.put(updatedMembers(versions));
    await checkAll(index, targets, linearScan(current()), members);
    const updated = await compare(index, targets);
    print(`${members} members after as many updates`, updated, targets);
    const rebuilt = build(current());
    const [old, renewed] = alternating([index, rebuilt]);
    return {
      members,
      index: rebuilt,
      buildSeconds: buildMicros / 1e6,
      indexMegabytes: indexBytes / 1e6,
      briefMegabytes: index.briefBytes / 1e6,
      tenthPage,
      rareLabel,
      updateMicros: updateMicros / members,
      updatedToFresh: (old ?? NaN) / (renewed ?? NaN),
      fresh,
      updated,
    };
  } finally {
    for (const server of servers) await server.stop();
  }
}

function* updatedMembers(versions: Uint16Array): Generator<NearbyMember> {
  for (const [number, version] of versions.entries()) if (version > 0) yield memberOf(number, version);
}

function build(members: Iterable<NearbyMember>): NearbyIndex {
  const index = createNearbyIndex();
  for (const member of members) index.put(member);
  return index;
}

/** Alternates between index and targets in each round, so that a slow moment of the machine affects all of them. */
async function compare(index: NearbyIndex, targets: readonly BenchTarget[]): Promise<Map<string, Costs>> {
  const taken = new Map([ownName, ...targets.map(({ name }) => name)].map((name) => [name, { all: [], filtered: [] } as Rounds]));
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const isFiltered of [false, true]) {
      const kind = isFiltered ? 'filtered' : 'all';
      const own = query(index, 0, isFiltered ? onePercent : undefined);
      if (round > 0) taken.get(ownName)?.[kind].push(own);
      for (const target of targets) {
        if (isFiltered && !target.canFilter) continue;
        const micros = await queryTarget(target, isFiltered);
        if (round > 0) taken.get(target.name)?.[kind].push(micros);
      }
    }
  }
  return new Map([...taken].map(([name, { all, filtered }]) => [name, { all: median(all), filtered: median(filtered) }]));
}

type Rounds = { [K in keyof Costs]: number[] };

async function queryTarget(target: BenchTarget, isFiltered: boolean): Promise<number> {
  const places = queryCentres().slice(0, targetQueriesPerRound);
  const before = process.cpuUsage();
  const serverBefore = target.serverMicros();
  for (const place of places) await target.nearest(place, searchedAreaAround(place), isFiltered);
  const { user, system } = process.cpuUsage(before);
  return (user + system + target.serverMicros() - serverBefore) / places.length;
}

function print(title: string, costs: ReadonlyMap<string, Costs>, targets: readonly BenchTarget[]): void {
  const own = costs.get(ownName) ?? { all: NaN, filtered: NaN };
  console.log(`\n${title}: nearest ${pageSize}, CPU microseconds per query of client and server, medians of ${rounds} rounds`);
  console.table(
    [...costs].map(([name, { all, filtered }]) => ({
      '': name,
      'nearest µs': all.toFixed(1),
      'ratio to index': (all / own.all).toFixed(1),
      '1 % filter µs': Number.isNaN(filtered) ? '-' : filtered.toFixed(1),
      'filter, ratio to index': Number.isNaN(filtered) ? '-' : (filtered / own.filtered).toFixed(1),
    })),
  );
  for (const { name, remark } of targets) if (remark) console.log(`${name}: ${remark()}`);
  for (const name of targetNames)
    if (!targets.some((target) => target.name === name)) console.log(`${name}: absent on this machine`);
}

/** Returns the same centres in every round. */
function queryCentres() {
  const random = seeded(31);
  return Array.from({ length: queriesPerRound }, () => placeOf(random));
}

/** Runs one round and returns CPU microseconds per query. */
function query(index: NearbyIndex, page: number, filter?: NearbyFilter): number {
  const places = queryCentres();
  let bytes = 0;
  const [, micros] = cpuOf(() => {
    for (const { lat, lon } of places) bytes += index.nearest({ lat, lon, page, size: pageSize, filter }).bytes().length;
  });
  if (bytes === 0) throw new Error('No members were found.');
  return micros / queriesPerRound;
}

/** Returns the median CPU microseconds per query of each index, in alternating rounds. */
function alternating(indexes: NearbyIndex[]): number[] {
  const warmUps = 2;
  const perRound = Array.from({ length: warmUps + rounds }, () => indexes.map((index) => query(index, 0))).slice(warmUps);
  return indexes.map((_, place) => median(perRound.map((round) => round[place] ?? NaN)));
}

/** Compares some results with the linear scan, and throws at the first wrong one. */
async function checkAll(index: NearbyIndex, targets: readonly BenchTarget[], scan: LinearScan, members: number): Promise<void> {
  const random = seeded(41);
  for (let times = 0; times < (members > 100_000 ? 5 : 30); times += 1) {
    const centre = placeOf(random);
    for (const isFiltered of [false, true]) {
      const filter = isFiltered ? onePercent : undefined;
      const metres = scan.metresOf(centre, isFiltered, null);
      for (const page of [0, 2])
        scan.compare(index.nearest({ ...centre, page, size: pageSize, filter }).profileIds(), metres, centre, page, 1e-3);
      for (const target of targets) {
        if (isFiltered && !target.canFilter) continue;
        const far = target.maxMetres === null ? metres : scan.metresOf(centre, isFiltered, target.maxMetres);
        scan.compare(await target.nearest(centre, searchedAreaAround(centre), isFiltered), far, centre, 0, target.errorMetres);
      }
    }
  }
}

function cpuOf<T>(work: () => T): [T, number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, user + system];
}

/** The first two rounds warm up and do not count. */
function medianOf(round: () => number): number {
  round();
  round();
  return median(Array.from({ length: rounds }, round));
}
