// The server process of the day's bench: the whole application, with frequent sweeps and meters of memory and of the event loop.
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import { generousRates } from '#server/testing/app/test-world.ts';
import { usedBytes } from './used-bytes.ts';

/** Work that blocked the event loop, with the time at which it ended. */
interface Work {
  readonly what: string;
  readonly endMs: number;
  readonly ms: number;
}

export interface LoopBlock {
  readonly ms: number;
  /** The CPU time. It is less than the time while the machine does other work or waits for its disk. */
  readonly cpuMs: number;
  /** The statements, garbage collections and calls of that time. */
  readonly during: readonly string[];
}

export interface Meters {
  readonly rss: number;
  readonly heap: number;
  readonly descriptors: number;
  readonly cpuSeconds: number;
  /** The longest delay of the event loop since the last report, in ms. */
  readonly longestDelayMs: number;
  readonly loopBlocks: readonly LoopBlock[];
}

const tickMs = 5;
/** A block of the event loop is explained if it lasts this long. */
const minBlockMs = 25;
const sweepMs = 20_000;
/** Shorter work is not remembered. */
const workMs = 2;

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const works: Work[] = [];
  const remember = (what: string, ms: number): void => {
    works.push({ what, ms, endMs: performance.now() });
    if (works.length > 500) works.splice(0, 250);
  };
  timeStatements(remember);
  const collections = new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      works.push({ what: 'garbage collection', ms: duration, endMs: startTime + duration });
  });
  collections.observe({ entryTypes: ['gc'] });

  const usual = await openWorld(config);
  const sweeps = { housekeepingMs: sweepMs, unseenDevicesSweepMs: sweepMs, picturesSweepMs: sweepMs, communitySweepMs: sweepMs };
  const app = await createApp({ ...usual, limits: { ...usual.limits, ...sweeps, rates: generousRates } });
  app.server.on('request', ({ method, url }) => remember(`begins ${method} ${(url ?? '').split('?')[0] ?? ''}`, 0));
  await app.listen({ port: config.port, host: config.host });

  const delay = monitorEventLoopDelay({ resolution: tickMs });
  delay.enable();
  let loopBlocks: LoopBlock[] = [];
  let lastMs = performance.now();
  let lastCpuMs = threadCpuMs();
  setInterval(() => {
    const [nowMs, cpuMs] = [performance.now(), threadCpuMs()];
    const ms = nowMs - lastMs - tickMs;
    if (ms >= minBlockMs) {
      const [from, spentMs] = [lastMs, cpuMs - lastCpuMs];
      // The collector reports its entries late, so this runs after them.
      setTimeout(() => loopBlocks.push({ ms, cpuMs: spentMs, during: explain(works, from, nowMs) }), 50);
    }
    lastMs = nowMs;
    lastCpuMs = cpuMs;
  }, tickMs).unref();

  process.on('message', (question) => {
    if (question === 'used bytes') return void process.send?.(usedBytes());
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const meters: Meters = {
      rss,
      heap: heapUsed,
      descriptors: readdirSync('/proc/self/fd').length,
      cpuSeconds: (user + system) / 1e6,
      longestDelayMs: delay.max / 1e6,
      loopBlocks,
    };
    delay.reset();
    loopBlocks = [];
    process.send?.(meters);
  });
  process.once('SIGTERM', async () => {
    await app.close();
    await usual.close();
    process.exit(0);
  });
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Returns the longest work of that time, or else the calls that began in it, latest first. */
function explain(works: readonly Work[], fromMs: number, toMs: number): string[] {
  const during = works.filter(({ endMs, ms }) => endMs >= fromMs && endMs - ms <= toMs);
  const long = during.filter(({ ms }) => ms >= workMs).toSorted((a, b) => b.ms - a.ms);
  const calls = during.filter(({ ms }) => ms === 0).toReversed();
  return [
    ...long.slice(0, 3).map(({ what, ms }) => `${ms.toFixed(0)} ms ${what}`),
    ...(during.length === 0 ? ['nothing of the server: a pause of the machine'] : calls.slice(0, 4).map(({ what }) => what)),
  ];
}

/** Measures all statements of SQLite that run on the event loop. */
function timeStatements(remember: (what: string, ms: number) => void): void {
  const statement = new SqliteDatabase(':memory:').prepare('select 1');
  const prototype = Object.getPrototypeOf(statement) as Record<string, (...values: unknown[]) => unknown>;
  for (const name of ['run', 'get', 'all']) {
    const usual = prototype[name];
    if (usual === undefined) continue;
    prototype[name] = function timed(this: { source: string }, ...values: unknown[]) {
      const beganMs = performance.now();
      try {
        return usual.apply(this, values);
      } finally {
        const ms = performance.now() - beganMs;
        if (ms >= workMs) remember(this.source.replaceAll(/\s+/g, ' ').slice(0, 160), ms);
      }
    };
  }
}
