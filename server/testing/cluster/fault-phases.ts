// The faults of a cluster, each for some seconds.
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { ClusterProcess } from './process.ts';
import type { Run } from './run.ts';

export interface Phase {
  readonly fault: string;
  play(run: Run, seconds: number): Promise<void>;
}

/** For `seconds`, calls `work` with one process after the other. */
async function inTurn(run: Run, seconds: number, work: (one: ClusterProcess, untilMs: number) => Promise<void>): Promise<void> {
  const untilMs = performance.now() + seconds * 1_000;
  const { processes } = run.cluster;
  for (let turn = Math.floor(run.random() * processes.length); performance.now() < untilMs; turn += 1) {
    const one = processes[turn % processes.length];
    if (one === undefined) return;
    run.tally.faults += 1;
    await work(one, untilMs);
  }
}

/** A process is killed every so often, and starts again. */
const killEveryMs = 2_000;
/** For how long at most a process is stopped before it continues. */
const stoppedSeconds = 10;
const settledMs = 2_000;

async function killInTurn(run: Run, seconds: number): Promise<void> {
  const starts: Promise<void>[] = [];
  await inTurn(run, seconds, async (one) => {
    await one.kill();
    run.kills += 1;
    starts.push(one.start());
    await pause(killEveryMs);
  });
  await Promise.all(starts);
}

const stopInTurn = (run: Run, seconds: number) =>
  inTurn(run, seconds, async (one, untilMs) => {
    one.stop();
    await pause(Math.min(stoppedSeconds * 1_000, Math.max(3_000, untilMs - performance.now())));
    one.continue();
    await pause(settledMs);
  });

/** As an operator does with a new version. */
const restartInTurn = (run: Run, seconds: number) =>
  inTurn(run, seconds, async (one) => {
    await one.terminate();
    await one.start();
  });

async function withFault(run: Run, seconds: number, begin: () => unknown, end: () => unknown): Promise<void> {
  run.tally.faults += 1;
  await begin();
  await pause(seconds * 1_000);
  await end();
  await pause(settledMs);
}

const half = 0.5;

function failHalf({ s3 }: Cluster, random: () => number): void {
  s3.fail = () => (random() < half ? 'error' : null);
}

export const phases: readonly Phase[] = [
  { fault: 'none', play: (_run, seconds) => pause(seconds * 1_000) },
  { fault: 'a process killed every 2 s', play: killInTurn },
  { fault: 'a process stopped for 10 s', play: stopInTurn },
  { fault: 'Redis gone', play: (run, seconds) => withFault(run, seconds, run.cluster.redis.kill, run.cluster.redis.start) },
  {
    fault: 'Redis restarted',
    play: (run, seconds) =>
      inTurn(run, seconds, async () => {
        await run.cluster.redis.kill();
        await run.cluster.redis.start();
        await pause(settledMs * 2);
      }),
  },
  {
    fault: 'PostgreSQL restarted',
    play: (run, seconds) =>
      inTurn(run, seconds, async () => {
        await run.cluster.postgres.stop();
        await run.cluster.postgres.start();
        await pause(settledMs * 2);
      }),
  },
  {
    fault: 'PostgreSQL mute',
    play: (run, seconds) => withFault(run, seconds, run.cluster.database.mute, run.cluster.database.speak),
  },
  {
    fault: 'half of the calls of the bucket fail',
    play: (run, seconds) =>
      withFault(
        run,
        seconds,
        () => failHalf(run.cluster, run.random),
        () => {
          run.cluster.s3.fail = () => null;
        },
      ),
  },
  { fault: 'processes restarted in turn', play: restartInTurn },
];
