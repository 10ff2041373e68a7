// Many schedules one after the other, and what they add up to.
import type { Counts } from './happenings.ts';
import { openStage, type Schedule } from './stage.ts';

export interface Sum {
  readonly schedules: number;
  readonly counts: Partial<Record<keyof Counts, number>>;
  /** Each begins with the seed that shows it again. */
  readonly faults: readonly string[];
}

/** Plays the seeds from `first` on. */
export async function playMany(first: number, schedules: number, schedule: Schedule = {}): Promise<Sum> {
  const stage = await openStage();
  const counts: Partial<Record<keyof Counts, number>> = {};
  const faults: string[] = [];
  try {
    for (let seed = first; seed < first + schedules; seed++) {
      const played = await stage.play(seed, schedule);
      for (const name of Object.keys(played.counts) as (keyof Counts)[]) counts[name] = (counts[name] ?? 0) + played.counts[name];
      faults.push(...played.faults.map((fault) => `seed ${seed}, ${fault}`));
    }
    return { schedules, counts, faults };
  } finally {
    await stage.close();
  }
}
