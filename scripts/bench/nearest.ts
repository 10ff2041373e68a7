// CPU cost of finding the nearest members, compared with PostGIS, Redis and PostgreSQL, fresh and after updates, each answer checked.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NearbyFilter } from '#server/nearby/filters.ts';
import { createNearbyIndex, type NearbyIndex, type NearbyMember } from '#server/nearby/index.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { memberOf, onePercent, placeOf, rareCharacteristic } from './population.ts';
import { run as runEndpoint } from './nearest-endpoint.ts';
import { reachAround, truthOf, type Truth } from './nearest-truth.ts';
import { pageSize, type Peer } from './peer.ts';
import { startPostgresPeers } from './postgres-peers.ts';
import { startRedisPeer } from './redis-peer.ts';

const sizes = [10_000, 100_000, 1_000_000];
const rounds = 7;
const queriesPerRound = 1_000;
/** Of a peer: as many as take it about as long. */
const peerQueriesPerRound = 100;
const peerNames = ['PostGIS', 'Redis GEOSEARCH'];

/** CPU microseconds a query, client and server together. */
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

/** Prints the tables, then each bar, that of the endpoint last. `--upto 100000` leaves out what is larger: a million takes some minutes and 4 GB. */
export async function run(args: string[]): Promise<void> {
  const flag = args.indexOf('--upto');
  const most = flag === -1 ? Infinity : Number(args[flag + 1]);
  const measured: Measured[] = [];
  for (const size of sizes.filter((one) => one <= most)) measured.push(await measure(size));
  if (measured.length === 0) throw new Error(`--upto wants ${sizes[0]} or more.`);

  const nearest = inTurns(measured.map(({ index }) => index));
  console.log(`\nNearest ${pageSize}, CPU microseconds a query, medians of ${rounds} rounds`);
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
  if (largest) printBars(largest, growth);
  console.log('');
  await runEndpoint();
}

function printBars({ members, fresh, updatedToFresh, indexMegabytes }: Measured, growth: number): void {
  const own = fresh.get(ownName);
  const timesOf = (name: string, kind: keyof Costs) => (fresh.get(name)?.[kind] ?? NaN) / (own?.[kind] ?? NaN);
  const bars = [
    { bar: 'PostGIS takes so many times our CPU', figure: timesOf('PostGIS', 'all'), least: 100 },
    { bar: 'Redis GEOSEARCH takes so many times our CPU', figure: timesOf('Redis GEOSEARCH', 'all'), least: 12 },
    { bar: 'PostGIS, with a filter that keeps 1 %', figure: timesOf('PostGIS', 'filtered'), least: 60 },
    { bar: 'after as many random updates as members, to fresh', figure: updatedToFresh, most: 1.2 },
    { bar: 'MB of the index beside the briefs', figure: indexMegabytes, most: 150 },
    { bar: `growth of nearest from ${sizes[0]}`, figure: growth, most: 2 },
  ];
  console.log(`\nAt ${members} members${members < 1_000_000 ? ' (the bars are meant for 1000000)' : ''}:`);
  for (const { bar, figure, least = -Infinity, most = Infinity } of bars) {
    const said = Number.isNaN(figure) ? 'absent' : figure >= least && figure <= most ? 'held' : 'MISSED';
    const wanted = least > -Infinity ? `>= ${least}` : `<= ${most}`;
    console.log(`  ${said.padEnd(8)}${bar}: ${Number.isNaN(figure) ? 'not here' : figure.toFixed(2)} (${wanted})`);
  }
}

const ownName = 'our index';

async function measure(members: number): Promise<Measured> {
  const versions = new Uint16Array(members);
  const current = function* (): Generator<NearbyMember> {
    for (let number = 0; number < members; number += 1) yield memberOf(number, versions[number] ?? 0);
  };
  const bytesBefore = heldBytes();
  const [index, buildMicros] = cpuOf(() => build(current()));
  const indexBytes = heldBytes() - bytesBefore - index.briefBytes;
  const servers = [await startPostgresPeers(), await startRedisPeer()].filter((server) => server !== null);
  try {
    for (const server of servers) await server.put(current());
    const peers = servers.flatMap((server) => server.peers);
    await checkAll(index, peers, truthOf(current()), members);
    const tenthPage = medianOf(() => query(index, 9));
    const rareLabel = medianOf(() => query(index, 0, { characteristics: [rareCharacteristic] }));
    const fresh = await sideBySide(index, peers);
    print(`${members} members`, fresh, peers);

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
    for (const server of servers) await server.put(moved(versions));
    await checkAll(index, peers, truthOf(current()), members);
    const updated = await sideBySide(index, peers);
    print(`${members} members after as many updates`, updated, peers);
    const rebuilt = build(current());
    const [old, renewed] = inTurns([index, rebuilt]);
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

function* moved(versions: Uint16Array): Generator<NearbyMember> {
  for (const [number, version] of versions.entries()) if (version > 0) yield memberOf(number, version);
}

function build(members: Iterable<NearbyMember>): NearbyIndex {
  const index = createNearbyIndex();
  for (const member of members) index.put(member);
  return index;
}

/** Each round runs the same queries on all in turn, so that a slow moment of the machine affects all. */
async function sideBySide(index: NearbyIndex, peers: readonly Peer[]): Promise<Map<string, Costs>> {
  const taken = new Map([ownName, ...peers.map(({ name }) => name)].map((name) => [name, { all: [], filtered: [] } as Rounds]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const isFiltered of [false, true]) {
      const kind = isFiltered ? 'filtered' : 'all';
      const own = query(index, 0, isFiltered ? onePercent : undefined);
      if (round > 0) taken.get(ownName)?.[kind].push(own);
      for (const peer of peers) {
        if (isFiltered && !peer.canFilter) continue;
        const micros = await askPeer(peer, isFiltered);
        if (round > 0) taken.get(peer.name)?.[kind].push(micros);
      }
    }
  }
  return new Map([...taken].map(([name, { all, filtered }]) => [name, { all: middle(all), filtered: middle(filtered) }]));
}

type Rounds = { [K in keyof Costs]: number[] };

async function askPeer(peer: Peer, isFiltered: boolean): Promise<number> {
  const places = questions().slice(0, peerQueriesPerRound);
  const before = process.cpuUsage();
  const serverBefore = peer.serverMicros();
  for (const place of places) await peer.nearest(place, reachAround(place), isFiltered);
  const { user, system } = process.cpuUsage(before);
  return (user + system + peer.serverMicros() - serverBefore) / places.length;
}

function print(title: string, costs: ReadonlyMap<string, Costs>, peers: readonly Peer[]): void {
  const own = costs.get(ownName) ?? { all: NaN, filtered: NaN };
  console.log(`\n${title}: nearest ${pageSize}, CPU microseconds a query of client and server, medians of ${rounds} rounds`);
  console.table(
    [...costs].map(([name, { all, filtered }]) => ({
      '': name,
      'nearest µs': all.toFixed(1),
      'times ours': (all / own.all).toFixed(1),
      '1 % filter µs': Number.isNaN(filtered) ? '-' : filtered.toFixed(1),
      'filter, times ours': Number.isNaN(filtered) ? '-' : (filtered / own.filtered).toFixed(1),
    })),
  );
  for (const name of peerNames) if (!peers.some((peer) => peer.name === name)) console.log(`${name}: absent on this machine`);
}

/** The centres of the queries, the same in every round. */
function questions() {
  const random = seeded(31);
  return Array.from({ length: queriesPerRound }, () => placeOf(random));
}

/** One round; returns CPU microseconds per query. */
function query(index: NearbyIndex, page: number, filter?: NearbyFilter): number {
  const places = questions();
  let bytes = 0;
  const [, micros] = cpuOf(() => {
    for (const { lat, lon } of places) bytes += index.nearest({ lat, lon, page, size: pageSize, filter }).bytes().length;
  });
  if (bytes === 0) throw new Error('Nobody was found at all');
  return micros / queriesPerRound;
}

/** Median microseconds per query of each index, in alternating rounds. */
function inTurns(indexes: NearbyIndex[]): number[] {
  const warm = 2;
  const perRound = Array.from({ length: warm + rounds }, () => indexes.map((index) => query(index, 0))).slice(warm);
  return indexes.map((_, place) => middle(perRound.map((round) => round[place] ?? NaN)));
}

/** Compares some results of all with the linear scan; throws at the first wrong one. */
async function checkAll(index: NearbyIndex, peers: readonly Peer[], truth: Truth, members: number): Promise<void> {
  const random = seeded(41);
  for (let times = 0; times < (members > 100_000 ? 5 : 30); times += 1) {
    const centre = placeOf(random);
    for (const isFiltered of [false, true]) {
      const filter = isFiltered ? onePercent : undefined;
      const metres = truth.metresOf(centre, isFiltered, null);
      for (const page of [0, 2])
        truth.compare(index.nearest({ ...centre, page, size: pageSize, filter }).profileIds(), metres, centre, page, 1e-3);
      for (const peer of peers) {
        if (isFiltered && !peer.canFilter) continue;
        const far = peer.farthestMetres === null ? metres : truth.metresOf(centre, isFiltered, peer.farthestMetres);
        truth.compare(await peer.nearest(centre, reachAround(centre), isFiltered), far, centre, 0, peer.metresOff);
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
