// A worker thread that plays shares of the schedules, until it gets null.
import { parentPort } from 'node:worker_threads';
import { noCounts, type Counts } from './actions.ts';
import { addCounts, type Share, type ShareResult } from './schedules.ts';
import { openScheduleRunner, type ScheduleRunner } from './schedule-runner.ts';

const runner = await openScheduleRunner();
parentPort?.on('message', async (share: Share | null) => {
  if (share !== null) return parentPort?.postMessage(await play(runner, share));
  await runner.close();
  parentPort?.close();
});

async function play({ play: playOne }: ScheduleRunner, { first, end, step, schedule }: Share): Promise<ShareResult> {
  let counts: Counts = noCounts();
  const faults: string[] = [];
  for (let seed = first; seed < end; seed += step) {
    const played = await playOne(seed, schedule);
    counts = addCounts(counts, played.counts);
    if (played.faults.length > 0) faults.push(`seed ${seed}: ${played.faults.join('. ')}. Log: ${played.log.join('; ')}.`);
  }
  return { counts, faults };
}
