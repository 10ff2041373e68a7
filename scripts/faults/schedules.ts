// Plays many schedules on several threads.
import { once } from 'node:events';
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

/** Threads that play schedules. Each takes more than a second of CPU time to start, so tests keep them. */
export interface Players {
  /** Plays `schedules` consecutive seeds from `first`. */
  play(first: number, schedules: number, schedule?: Schedule): Promise<ShareResult>;
  close(): Promise<void>;
}

/** By default there is one thread per core. */
export function openPlayers(threads = availableParallelism()): Players {
  const players = Array.from({ length: threads }, openPlayer);
  return {
    async play(first, schedules, schedule = {}) {
      const step = Math.min(threads, schedules);
      const shares = players
        .slice(0, step)
        .map((player, index) => player.play({ first: first + index, end: first + schedules, step, schedule }));
      const results = await Promise.all(shares);
      return { counts: results.map(({ counts }) => counts).reduce(addCounts), faults: results.flatMap(({ faults }) => faults) };
    },
    close: async () => void (await Promise.all(players.map((player) => player.close()))),
  };
}

/** Plays schedules on new threads, and ends the threads afterwards. */
export async function playMany(...[first, schedules, schedule, threads]: PlayManyArguments): Promise<ShareResult> {
  const players = openPlayers(threads);
  try {
    return await players.play(first, schedules, schedule);
  } finally {
    await players.close();
  }
}

type PlayManyArguments = [first: number, schedules: number, schedule?: Schedule, threads?: number];

/** A separate thread is used, since timers, dates, Math.random and fetch are replaced. It plays one share after the other. */
function openPlayer() {
  const thread = new Worker(new URL('./schedules-thread.ts', import.meta.url), { execArgv: [] });
  // It rejects with the error of a thread that fails.
  const ended = once(thread, 'exit');
  ended.catch(() => undefined);
  const failed = ended.then(([code]) => Promise.reject(new Error(`A thread of schedules exited with code ${code}.`)));
  failed.catch(() => undefined);
  return {
    async play(share: Share): Promise<ShareResult> {
      const answered = new AbortController();
      try {
        thread.postMessage(share);
        const [result] = await Promise.race([once(thread, 'message', answered), failed]);
        return result as ShareResult;
      } finally {
        answered.abort();
      }
    },
    async close(): Promise<void> {
      thread.postMessage(null);
      await ended;
    },
  };
}

export function addCounts(a: Counts, b: Counts): Counts {
  const sum = { ...a };
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += b[name];
  return sum;
}
