// Runs many schedules on several threads and sums up their results.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Counts } from './happenings.ts';
import type { Schedule } from './stage.ts';

/** What one thread plays: every `step`th of the seeds. */
export interface Share {
  readonly first: number;
  readonly end: number;
  readonly step: number;
  readonly schedule: Schedule;
}

export interface Sum {
  readonly counts: Counts;
  /** One for each schedule that went wrong: its seed, what is wrong, and what happened in it. */
  readonly faults: readonly string[];
}

/** Plays the seeds from `first` on, on as many threads as the machine has cores where no other number is given. */
export async function playMany(
  first: number,
  schedules: number,
  schedule: Schedule = {},
  threads = availableParallelism(),
): Promise<Sum> {
  const step = Math.min(threads, schedules);
  const shares = Array.from({ length: step }, (_, index) => ({ first: first + index, end: first + schedules, step, schedule }));
  const sums = await Promise.all(shares.map(playShare));
  const counts = sums.map((sum) => sum.counts).reduce(together);
  return { counts, faults: sums.flatMap(({ faults }) => faults) };
}

/** In a thread of its own: timers, dates, chance and calls are replaced there. */
function playShare(share: Share): Promise<Sum> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./player.ts', import.meta.url), { workerData: share, execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The schedules from ${share.first} on ended early, with code ${code}.`)));
  });
}

export function together(a: Counts, b: Counts): Counts {
  const sum = { ...a };
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += b[name];
  return sum;
}
