// A worker thread that plays a share of the schedules.
import { parentPort, workerData } from 'node:worker_threads';
import { noCounts, type Counts } from './actions.ts';
import { addCounts, type Share, type ShareResult } from './schedules.ts';
import { openScheduleRunner } from './schedule-runner.ts';

const { first, end, step, schedule } = workerData as Share;
const runner = await openScheduleRunner();
let counts: Counts = noCounts();
const faults: string[] = [];
try {
  for (let seed = first; seed < end; seed += step) {
    const played = await runner.play(seed, schedule);
    counts = addCounts(counts, played.counts);
    if (played.faults.length > 0) faults.push(`seed ${seed}: ${played.faults.join('. ')}. Log: ${played.log.join('; ')}.`);
  }
} finally {
  await runner.close();
}
parentPort?.postMessage({ counts, faults } satisfies ShareResult);
