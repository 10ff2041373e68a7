// Uploads sixty mostly hostile files to a server process, and measures replies, memory and other members' latency.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import { browserOf, type Answer } from '#server/testing/app/browser.ts';
import { memberOf, type Member } from '#server/testing/app/members.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { pictureCorpus } from '#server/testing/fakes/picture-corpus.ts';
import { noisyPicture, plainPicture } from '#server/testing/fakes/pictures.ts';
import { mainCommand } from '#server/testing/faults/main-command.ts';
import { inMegabytes, quantile } from './figures.ts';

/** The limit for the server and its decoder processes on a small machine. */
const maxGrownBytes = 300_000_000;
/** Refusals are fast, since they need no decoding. */
const maxRefusalMs = 500;
const requestEveryMs = 20;

/** Rejects on wrong replies or if too much memory is used. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'uploads-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const [anton, boris, carl] = await createMembers(env, `http://localhost:${port}`);
  const files = await pictureCorpus();
  const server = await startServer(env, anton);
  const faults: string[] = [];
  try {
    // These uploads start both decoder processes.
    await Promise.all([anton, boris].map(async (member) => upload(member, await plainPicture('jpeg'))));
    const quiet = await measureDuring(server, carl, () => new Promise((resolve) => setTimeout(resolve, 3_000)));

    const slow: string[] = [];
    const corpus = await measureDuring(server, carl, async () => {
      for (const { name, bytes, refusals } of files) {
        const startMs = performance.now();
        const { status, body } = await upload(anton, bytes);
        const tookMs = Math.round(performance.now() - startMs);
        const code = String(Reflect.get(Object(body), 'code'));
        if (refusals === null ? status !== 200 : !refusals.some((refusal) => refusal === code))
          faults.push(`${name}: ${status} ${code}`);
        if (refusals !== null && tookMs > maxRefusalMs) slow.push(`${name}: refused after ${tookMs} ms`);
      }
    });
    const photograph = await noisyPicture('jpeg', 4_000, 3_000);
    const crowd = await measureDuring(server, carl, async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => upload(boris, photograph)));
      for (const { status } of answers) if (status !== 200) faults.push(`twenty at once: ${status}`);
    });

    // The figure without load is the mean of before and after, since other programs may be running.
    const after = await measureDuring(server, carl, () => new Promise((resolve) => setTimeout(resolve, 3_000)));

    console.table({
      quiet: figures(quiet),
      'sixty files': figures(corpus),
      'twenty photographs of 12 megapixels at once': figures(crowd),
      'quiet again': figures(after),
    });
    for (const line of [...slow, ...faults]) console.log(line);
    if (server.exitCode !== null) throw new Error('The server has exited.');
    if (faults.length > 0) throw new Error(`${faults.length} wrong replies.`);
    const grown = Math.max(corpus.peakBytes, crowd.peakBytes) - quiet.peakBytes;
    const quietP95Ms = (quiet.p95Ms + after.p95Ms) / 2;
    const times = [corpus, crowd].map(({ p95Ms }) => (p95Ms / quietP95Ms).toFixed(1));
    console.log(
      `Other members' p95 is ${times[0]} times that of a quiet server during the sixty files, ${times[1]} times during the twenty at once`,
    );
    console.log(`Peak memory of the server and its decoders grew by ${inMegabytes(grown)}`);
    if (grown > maxGrownBytes) throw new Error('Memory grew too much.');
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  /** The peak of the server with its decoders, and of the server alone. */
  readonly peakBytes: number;
  readonly ownPeakBytes: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly seconds: number;
}

/** Requests a member's own profile repeatedly during the work, and samples the memory. */
async function measureDuring(server: ChildProcess, member: Member, work: () => Promise<unknown>): Promise<Measured> {
  const startMs = performance.now();
  let isOver = false;
  let peakBytes = 0;
  let ownPeakBytes = 0;
  const tookMs: number[] = [];
  const request = async (): Promise<void> => {
    while (!isOver) {
      const sentMs = performance.now();
      await member.send('GET', `/api/profile/${member.profileId}`);
      tookMs.push(performance.now() - sentMs);
      const { own, all } = await residentBytes(server.pid ?? 0);
      peakBytes = Math.max(peakBytes, all);
      ownPeakBytes = Math.max(ownPeakBytes, own);
      await new Promise((resolve) => setTimeout(resolve, requestEveryMs));
    }
  };
  const requesting = request();
  await work();
  isOver = true;
  await requesting;
  return {
    peakBytes,
    ownPeakBytes,
    p50Ms: quantile(tookMs, 0.5),
    p95Ms: quantile(tookMs, 0.95),
    seconds: (performance.now() - startMs) / 1_000,
  };
}

/** Returns the resident memory of a process, alone and with its children. It works on Linux only. */
async function residentBytes(pid: number): Promise<{ own: number; all: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const ofChildren = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => residentBytes(Number(child))),
  );
  return { own, all: ofChildren.reduce((sum, { all }) => sum + all, own) };
}

const upload = (from: Member, bytes: Buffer): Promise<Answer> =>
  from.form('/api/profile-pic', { authorProfileId: from.profileId, picfile: { bytes, name: 'a.png', type: 'image/png' } });

async function createMembers(env: Record<string, string>, origin: string): Promise<[Member, Member, Member]> {
  const world = await openWorld(readConfig(env));
  try {
    const join = (name: string) => memberOf(world, browserOf(origin), { name });
    return [await join('Anton'), await join('Boris'), await join('Carl')];
  } finally {
    await world.close();
  }
}

async function startServer(env: Record<string, string>, member: Member): Promise<ChildProcess> {
  const server = spawn(process.execPath, mainCommand, {
    env: { ...process.env, MAP_PREPARE: 'when-asked', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await member.send('GET', '/api/ping').catch(() => null);
    if (answer?.status === 200) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not start.');
}

const figures = ({ peakBytes, ownPeakBytes, p50Ms, p95Ms, seconds }: Measured) => ({
  'peak memory': inMegabytes(peakBytes),
  'server alone': inMegabytes(ownPeakBytes),
  'others p50': `${p50Ms.toFixed(1)} ms`,
  'others p95': `${p95Ms.toFixed(1)} ms`,
  took: `${seconds.toFixed(1)} s`,
});
