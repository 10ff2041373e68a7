// The worker thread that runs one share of the schedules.
import { parentPort, workerData } from 'node:worker_threads';
import { noCounts, type Counts } from './happenings.ts';
import { together, type Share, type Sum } from './schedules.ts';
import { openStage } from './stage.ts';

// Set by the only caller that starts this thread.
const { first, end, step, schedule } = workerData as Share;
const stage = await openStage();
let counts: Counts = noCounts();
const faults: string[] = [];
try {
  for (let seed = first; seed < end; seed += step) {
    const played = await stage.play(seed, schedule);
    counts = together(counts, played.counts);
    if (played.faults.length > 0)
      faults.push(`seed ${seed}: ${played.faults.join('. ')}. What happened: ${played.story.join('; ')}.`);
  }
} finally {
  await stage.close();
}
parentPort?.postMessage({ counts, faults } satisfies Sum);
