// Measures a server's start with a million members: its CPU time and memory, its answers meanwhile, and the first nearest reply.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nearby } from '#shared/contract/nearby.ts';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { kill, startServer } from '#server/testing/faults/killed-server.ts';
import { memberOf as newMember, type Member } from '#server/testing/app/members.ts';
import { inMegabytes, numberFlag, printBar } from './figures.ts';
import { fillDatabase } from './filled-database.ts';
import { memberOf } from './population.ts';
import { memoryOfProcess, microsOfProcess } from './bench-target.ts';

const maxCpuSeconds = 20;
const maxMegabytes = 900;
const startTimeoutMs = 600_000;

export interface MeasuredStart {
  /** Until the server answers members, and until it has answered the first nearest call. */
  readonly startMs: number;
  readonly firstReplyMs: number;
  readonly cpuSeconds: number;
  /** Resident bytes. */
  readonly memory: { readonly now: number; readonly peak: number };
  readonly answers: { readonly progress: number; readonly others: number; readonly none: number };
}

/** `--members N` (1000000). Rejects if a million members need more CPU time or memory. */
export async function run(args: string[]): Promise<void> {
  const members = numberFlag(args, '--members', 1_000_000, 100);
  const { startMs, firstReplyMs, cpuSeconds, memory, answers } = await measureStart(members);
  console.log(`${members} members: ready after ${(startMs / 1_000).toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s`);
  console.log(
    `  first nearest reply after ${(firstReplyMs / 1_000).toFixed(1)} s; memory ${inMegabytes(memory.now)}, at most ${inMegabytes(memory.peak)}`,
  );
  console.log(
    `  answers meanwhile: ${answers.progress} with "n of m", ${answers.others} others, ${answers.none} refused connections`,
  );
  const bars = [
    { what: 'CPU seconds to ready', figure: cpuSeconds, max: maxCpuSeconds },
    { what: 'MB of the process', figure: memory.now / 1e6, max: maxMegabytes },
    { what: 'answers "n of m" during the start', figure: answers.progress, min: 1 },
  ];
  const missed = bars.filter((bar) => !printBar(bar));
  if (missed.length > 0 && members >= 1_000_000) throw new Error('The start misses its limits.');
}

/** Starts a server on a database with this many members. `look` gets the data folder before it is deleted. */
export async function measureStart(members: number, look: (dataDir: string) => void = () => undefined): Promise<MeasuredStart> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  try {
    const visitor = await visitorOf(env, port);
    fillDatabase(dataDir, members);
    const startedAt = performance.now();
    const asking = askMeanwhile(port);
    const { server, startMs } = await startServer(env, visitor, startTimeoutMs);
    const answers = await asking.end();
    try {
      const { lat, lon } = memberOf(1, 0);
      const query = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false, lat, lon };
      const found = await visitor.call(nearby.getNearest, { query });
      const firstReplyMs = performance.now() - startedAt;
      if (found.length !== 30) throw new Error(`${found.length} members were found instead of 30.`);
      const cpuSeconds = microsOfProcess(server.pid ?? 0) / 1e6;
      const memory = memoryOfProcess(server.pid ?? 0);
      look(dataDir);
      return { startMs, firstReplyMs, cpuSeconds, memory, answers };
    } finally {
      await kill(server);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Requests an answer from the starting server every 200 ms. */
function askMeanwhile(port: number) {
  const answers = { progress: 0, others: 0, none: 0 };
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const answer = await fetch(`http://localhost:${port}/api/ping`).catch(() => null);
      if (answer === null) answers.none += 1;
      else if (/"done":\d+,"of":[1-9]/.test(await answer.text())) answers.progress += 1;
      else answers.others += 1;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return answers;
  })();
  return {
    end() {
      isOver = true;
      return asking;
    },
  };
}

/** Creates the database with one logged-in member. */
async function visitorOf(env: Record<string, string>, port: number): Promise<Member> {
  const world = await openWorld(readConfig(env));
  try {
    return await newMember(world, browserOf(`http://localhost:${port}`), {});
  } finally {
    await world.close();
  }
}
