// Simulates a day of many members with sockets, and measures errors, times, memory, descriptors and blocks of the event loop.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { account } from '#shared/contract/account.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { ask, openSockets, unusualCalls, usualCall, type DayCall } from './day-mix.ts';
import type { DayPeople } from './day-people.ts';
import { metersOf, withDayServer } from './day-process.ts';
import type { LoopBlock, Meters } from './day-server.ts';
import { inMegabytes, median, numberFlag, printBar, quantile } from './figures.ts';

const meterMs = 10_000;
const unusualMs = 1_000;
const maxBlockMs = 50;
const maxMemoryGrowth = 1.1;
const maxMoreDescriptors = 20;
const minJudgedMinutes = 10;
/** If more calls than this wait for an answer at once, the bench fails. */
const maxInFlight = 500;

/**
 * `--minutes N` (20), `--members N` (100000), `--sockets N` (2000), `--conversations N` (10000), `--blocks N` (20000), `--rate N`
 * calls a second (100).
 */
export async function run(args: string[]): Promise<void> {
  const minutes = numberFlag(args, '--minutes', 20);
  const rate = numberFlag(args, '--rate', 100);
  const sizes = {
    members: numberFlag(args, '--members', 100_000, 1_000),
    sockets: numberFlag(args, '--sockets', 2_000, 10),
    conversations: numberFlag(args, '--conversations', 10_000),
    blocks: numberFlag(args, '--blocks', 20_000),
  };
  await withDayServer(sizes, async ({ server, people }) => {
    console.log(`${JSON.stringify(sizes)}, ${rate} calls a second for ${minutes} min`);
    const taken = await spendDay(server, people, { rate, ms: minutes * minuteMs });
    // A short day shows only that everything works.
    if (!printDay(taken) && minutes >= minJudgedMinutes) throw new Error('The day misses its limits.');
  });
}

interface Day {
  /** The waiting times in ms by kind. */
  readonly times: ReadonlyMap<string, number[]>;
  /** The answers other than 2xx, by kind and status. */
  readonly refused: ReadonlyMap<string, number>;
  readonly errors: number;
  readonly lostSockets: number;
  readonly meters: readonly Meters[];
}

async function spendDay(server: ChildProcess, people: DayPeople, { rate, ms }: { rate: number; ms: number }): Promise<Day> {
  const random = seeded(3);
  const times = new Map<string, number[]>();
  const refused = new Map<string, number>();
  const meters: Meters[] = [];
  const running = new Set<Promise<void>>();
  let errors = 0;

  async function time({ kind, run: call }: DayCall): Promise<void> {
    const startMs = performance.now();
    const answer = await call().catch(() => null);
    times.set(kind, [...(times.get(kind) ?? []), performance.now() - startMs]);
    const status = answer?.status ?? 0;
    if (status >= 200 && status < 300) return;
    refused.set(`${kind} ${status}`, (refused.get(`${kind} ${status}`) ?? 0) + 1);
    if (status === 0 || status >= 500) errors += 1;
  }
  const start = (call: DayCall): void => {
    const timed: Promise<void> = time(call).finally(() => running.delete(timed));
    running.add(timed);
  };

  const sockets = await openSockets(people.active);
  const unusual = unusualCalls(people);
  const beganMs = performance.now();
  // The cost of filling the database and of opening the first sockets is not part of the day.
  await metersOf(server);
  const once: (readonly [share: number, call: DayCall])[] = [
    [1 / 3, { kind: 'export', run: () => ask(people.correspondent, account.postExport, {}) }],
    [1 / 2, { kind: 'deletion', run: () => ask(people.leaving, account.deleteAccount, {}) }],
  ];
  let [asked, unusualAsked, metered] = [0, 0, 0];
  for (let passedMs = 0; passedMs < ms; passedMs = performance.now() - beganMs) {
    for (; asked < (passedMs * rate) / 1_000; asked += 1) {
      if (running.size > maxInFlight) throw new Error('The server answers too slowly for this rate.');
      start(usualCall(people, random));
    }
    for (; unusualAsked < passedMs / unusualMs; unusualAsked += 1) {
      start(unusual[unusualAsked % unusual.length] as DayCall);
      void sockets.reopenOne(random).catch(() => (errors += 1));
    }
    if (once[0] !== undefined && passedMs > once[0][0] * ms) start((once.shift() as (typeof once)[number])[1]);
    if (passedMs >= (metered + 1) * meterMs) {
      metered += 1;
      const now = await metersOf(server);
      meters.push(now);
      printMeters(passedMs, now);
    }
    await pause(5);
  }
  await Promise.all(running);
  meters.push(await metersOf(server));
  const day = { times, refused, errors, lostSockets: sockets.lost(), meters };
  console.log(`${sockets.frames()} frames to ${people.active.length} sockets`);
  sockets.close();
  return day;
}

function printMeters(passedMs: number, { rss, heap, descriptors, cpuSeconds, longestDelayMs }: Meters): void {
  const memory = `memory ${inMegabytes(rss)}, heap ${inMegabytes(heap)}, ${descriptors} descriptors`;
  console.log(
    `${Math.round(passedMs / 1_000)} s: ${memory}, CPU ${cpuSeconds.toFixed(0)} s, blocked ${longestDelayMs.toFixed(0)} ms`,
  );
}

function printDay({ times, refused, errors, lostSockets, meters }: Day): boolean {
  console.table(
    [...times].toSorted().map(([kind, ms]) => ({
      kind,
      calls: ms.length,
      'p50 ms': median(ms).toFixed(1),
      'p99 ms': quantile(ms, 0.99).toFixed(1),
      'longest ms': Math.max(...ms).toFixed(0),
    })),
  );
  if (refused.size > 0)
    console.log(`Not answered with 2xx: ${[...refused].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  const loopBlocks = meters.flatMap((one) => one.loopBlocks).toSorted((a: LoopBlock, b: LoopBlock) => b.ms - a.ms);
  for (const { ms, cpuMs, during } of loopBlocks.slice(0, 12))
    console.log(`  blocked ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} of CPU: ${during.join('; ')}`);
  // For memory and descriptors the first quarter does not count, since caches fill in it.
  const from = Math.floor(meters.length / 4);
  const later = meters.slice(from);
  const half = Math.ceil(later.length / 2);
  const meanOf = (part: readonly Meters[], field: 'rss' | 'descriptors') =>
    part.reduce((sum, one) => sum + one[field], 0) / Math.max(1, part.length);
  const bars = [
    { what: 'answers of 5xx and cut calls', figure: errors, max: 0 },
    { what: 'sockets that the server closed', figure: lostSockets, max: 0 },
    {
      what: 'memory of the last part / of the middle',
      figure: meanOf(later.slice(half), 'rss') / meanOf(later.slice(0, half), 'rss'),
      max: maxMemoryGrowth,
    },
    {
      what: 'more descriptors at the end',
      figure: meanOf(later.slice(half), 'descriptors') - meanOf(later.slice(0, half), 'descriptors'),
      max: maxMoreDescriptors,
    },
    {
      what: 'ms of the longest block of the event loop',
      figure: Math.max(...meters.map((one) => one.longestDelayMs)),
      max: maxBlockMs,
    },
  ];
  const areAllMet = bars.map(printBar).every(Boolean);
  printBar({
    what: 'ms of CPU in the longest of them',
    figure: Math.max(0, ...loopBlocks.map(({ cpuMs }) => cpuMs)),
    max: maxBlockMs,
  });
  return areAllMet;
}
