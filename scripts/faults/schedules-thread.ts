// The worker thread that plays one share of the schedules.
import { parentPort, workerData } from 'node:worker_threads';
import { noCounts, type Counts } from './actions.ts';
import { together, type Share, type Sum } from './schedules.ts';
import { openScheduleRunner } from './schedule-runner.ts';

// Set by the only caller that starts this thread.
const { first, end, step, schedule } = workerData as Share;
const runner = await openScheduleRunner();
let counts: Counts = noCounts();
const faults: string[] = [];
try {
  for (let seed = first; seed < end; seed += step) {
    const played = await runner.play(seed, schedule);
    counts = together(counts, played.counts);
    if (played.faults.length > 0)
      faults.push(`seed ${seed}: ${played.faults.join('. ')}. What happened: ${played.log.join('; ')}.`);
  }
} finally {
  await runner.close();
}
parentPort?.postMessage({ counts, faults } satisfies Sum);
