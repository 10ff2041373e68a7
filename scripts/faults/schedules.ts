// Plays many schedules on several threads.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Counts } from './actions.ts';
import type { Schedule } from './schedule-runner.ts';

/** The schedules of one thread: every `step`th seed. */
export interface Share {
  readonly first: number;
  readonly end: number;
  readonly step: number;
  readonly schedule: Schedule;
}

export interface ShareResult {
  readonly counts: Counts;
  /** The seed, the differences and the log of each failed schedule. */
  readonly faults: readonly string[];
}

/** Plays `schedules` consecutive seeds from `first`, by default on one thread per core. */
export async function playMany(
  first: number,
  schedules: number,
  schedule: Schedule = {},
  threads = availableParallelism(),
): Promise<ShareResult> {
  const step = Math.min(threads, schedules);
  const shares = Array.from({ length: step }, (_, index) => ({ first: first + index, end: first + schedules, step, schedule }));
  const results = await Promise.all(shares.map(playShare));
  return { counts: results.map(({ counts }) => counts).reduce(addCounts), faults: results.flatMap(({ faults }) => faults) };
}

/** A separate thread is used, since timers, dates, Math.random and fetch are replaced. */
function playShare(share: Share): Promise<ShareResult> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./schedules-thread.ts', import.meta.url), { workerData: share, execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread with seed ${share.first} exited with code ${code}.`)));
  });
}

export function addCounts(a: Counts, b: Counts): Counts {
  const sum = { ...a };
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += b[name];
  return sum;
}
