// Prints measured costs, assumptions, loads and machines by the number of members, and the parts that give way.
import { assumptions, optionOf, type Assumed } from './assumptions.ts';
import { demandOf, type Measures } from './demand.ts';
import type { Simulated } from './simulate.ts';
import { carriedBy, firstToGiveWay, machinesOf, membersAtLimit, stages, type Run } from './stages.ts';

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];

const amount = (value: number): string => number.format(value);

export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${amount(bytes / 1_000 ** power)} ${units[power]}`;
}

export function printMeasures(measures: Measures): void {
  const { callMicros, answerBytes, rowBytes, mix } = measures;
  console.log('\nMeasured in this run: CPU of the server and bytes of the answer, by kind of call');
  console.table(
    Object.entries(callMicros).map(([kind, micros]) => ({
      kind,
      'share of the mix': mix.find((one) => one.kind === kind)?.share ?? '-',
      'CPU µs': Math.round(micros),
      answer: bytesText(answerBytes[kind] ?? 0),
    })),
  );
  printRows('Measured in this run: the other costs', [
    ['memory of a process without members', bytesText(measures.processBytes)],
    ['memory of a process for a member', bytesText(measures.memberBytes)],
    ['memory of the index alone for a member', bytesText(measures.indexBytes)],
    ['memory of a socket', bytesText(measures.socketBytes)],
    ['CPU of the start for a member', `${amount(measures.startMicros)} µs`],
    ['CPU of a search in the index', `${amount(measures.searchMicros)} µs`],
    ['CPU of following a change', `${amount(measures.followMicros)} µs`],
    ['bytes of a change', bytesText(measures.changeBytes)],
    ['CPU of PostgreSQL for a message', `${amount(measures.storeMicros)} µs`],
    ...Object.entries(rowBytes).map(([row, bytes]) => [`database, for a ${row}`, bytesText(bytes)] as const),
    ['all files of a picture', bytesText(measures.pictureBytes)],
  ]);
}

export function printAssumptions(assumed: Assumed): void {
  console.log('\nAssumed, each to be changed by its option');
  console.table(
    Object.entries(assumptions).map(([name, { unit, why }]) => ({
      option: optionOf(name),
      value: assumed[name as keyof Assumed],
      unit,
      why,
    })),
  );
}

export function printSimulation(members: number, searches: number, skew: number, simulated: readonly Simulated[]): void {
  console.log(
    `\nThe index on shards: ${amount(members)} members, city sizes by rank^-${skew}, ${amount(searches)} searches for 30`,
  );
  console.table(
    simulated.map(({ layout, hotMembers, hotQueries, fanOut, fanOut99 }) => ({
      shards: layout.shardCount,
      layout: layout.name,
      areas: layout.areas.length,
      'heaviest / mean, members': hotMembers.toFixed(2),
      'heaviest / mean, searches': hotQueries.toFixed(2),
      'shards asked, mean': fanOut.toFixed(2),
      'shards asked, p99': fanOut99,
    })),
  );
}

export type RunAt = (members: number) => Run;

export function printSizes(sizes: readonly number[], runAt: RunAt): void {
  const columns = (of: (run: Run) => string | number) => sizes.map((size) => of(runAt(size)));
  printColumns('Load at peak', sizes, [
    ['calls a second', columns(({ demand }) => amount(demand.callsPerSecond))],
    ['cores for calls', columns(({ demand }) => amount(demand.callCores))],
    ['sockets', columns(({ demand }) => amount(demand.sockets))],
    ['memory of the sockets', columns(({ demand }) => bytesText(demand.socketBytes))],
    ['memory of a process with the whole index', columns(({ demand }) => bytesText(demand.wholeIndexBytes))],
    ['CPU seconds of its start', columns(({ demand }) => amount(demand.startSeconds))],
    ['change log, rows a second', columns(({ demand }) => amount(demand.changesPerSecond))],
    ['share of a core to follow it', columns(({ demand }) => amount(demand.followCores))],
    ['messages a second', columns(({ demand }) => amount(demand.messagesPerSecond))],
    ['cores of the database', columns(({ demand }) => amount(demand.databaseCores))],
    ['size of the database', columns(({ demand }) => bytesText(demand.databaseBytes))],
    ['written to it a second', columns(({ demand }) => bytesText(demand.writtenBytesPerSecond))],
    ['files of the pictures', columns(({ demand }) => bytesText(demand.pictureBytes))],
    ['sent a second', columns(({ demand }) => bytesText(demand.sentBytesPerSecond))],
  ]);
  const kinds = [...new Set(sizes.flatMap((size) => Object.keys(carriedBy(runAt(size)).stage.machines(runAt(size)))))];
  printColumns('Machines', sizes, [
    ['run as', columns((run) => carriedBy(run).stage.name)],
    ...kinds.map((kind) => [kind, columns((run) => carriedBy(run).stage.machines(run)[kind] ?? '-')] as const),
    ['all machines', columns((run) => machinesOf(carriedBy(run).stage, run))],
  ]);
  for (const size of sizes) printFirst(size, runAt(size));
}

function printFirst(size: number, run: Run): void {
  const { stage, gaveWay } = carriedBy(run);
  const steps = gaveWay.map(
    ({ stage: simpler, part }) =>
      `${simpler.name}: ${part.name} gives way first, at ${amount(part.ratio)} times its limit; then ${part.remedy}`,
  );
  const next = firstToGiveWay(stage.parts(run));
  const nearest = next === undefined ? '' : `; nearest to its limit: ${next.name}, at ${amount(next.ratio)}`;
  console.log(`${amount(size)} members\n  ${[...steps, `carried by: ${stage.name}, ${stage.what}${nearest}`].join('\n  ')}`);
}

/** The number of members at which each part gives way, the first one first. */
export function printLimits(runAt: RunAt): void {
  for (const stage of stages) {
    const parts = stage.parts(runAt(1));
    if (parts.length === 0) continue;
    const limits = parts.map(({ name, remedy }, place) => ({
      members: membersAtLimit((members) => stage.parts(runAt(members))[place]?.ratio ?? 0),
      name,
      remedy,
    }));
    console.log(`\nLimits of ${stage.name}`);
    console.table(
      limits
        .toSorted((a, b) => a.members - b.members)
        .map(({ name, members, remedy }) => ({
          part: name,
          'gives way at members': amount(members),
          'what is done then': remedy,
        })),
    );
  }
}

export const runsOf =
  (measures: Measures, assumed: Assumed, shards: Run['shards'], maxSockets: number): RunAt =>
  (members) => ({ demand: demandOf(members, measures, assumed), measures, assumed, shards, maxSockets });

function printRows(title: string, rows: readonly (readonly [what: string, figure: string])[]): void {
  console.log(`\n${title}`);
  console.table(rows.map(([what, figure]) => ({ what, figure })));
}

function printColumns(
  title: string,
  sizes: readonly number[],
  rows: readonly (readonly [what: string, figures: readonly (string | number)[]])[],
): void {
  console.log(`\n${title}`);
  console.table(
    rows.map(([what, figures]) => ({
      'by members': what,
      ...Object.fromEntries(sizes.map((size, place) => [`${amount(size)} `, figures[place]])),
    })),
  );
}
