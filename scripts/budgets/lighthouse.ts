// Lighthouse on a phone: full marks where they must be full, nothing that moves, and speed beside the reference.
import { createServer } from 'node:net';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { openStage } from '#scripts/screens/stage.ts';
import type { Bar } from './bars.ts';
import { median, openDevice } from './browser.ts';
import { logIn } from './members.ts';
import { serveFolder } from './served.ts';

const publicPaths = ['/', '/login', '/register', '/aboutus', '/tos', '/support', '/contactus'];
const memberPaths = ['/search/map', '/chat/personal'];
const speedRounds = 5;
/** One run is noise; a median may still be this much below the reference's. */
const speedSlack = 2;

type Category = 'accessibility' | 'best-practices' | 'seo' | 'performance';

export async function lighthouseBars(ownDir: string, referenceDir: string): Promise<Bar[]> {
  const port = await freePort();
  const device = await openDevice([`--remote-debugging-port=${port}`]);
  const [own, reference] = [await serveFolder(ownDir), await serveFolder(referenceDir)];
  const stage = await openStage(1);
  try {
    const bars: Bar[] = [];
    for (const path of publicPaths) {
      // From the real server: a folder has no calls, and what is not found counts as a mistake of the page.
      const result = await run(stage.origin + path, port, ['accessibility', 'best-practices', 'seo', 'performance']);
      for (const category of ['accessibility', 'best-practices', 'seo'] as const)
        bars.push(full(`${category} of ${path}`, result, category));
      bars.push(stillness(path, result));
    }
    bars.push(await speedBar(own.origin, reference.origin, port));
    await logIn(device, stage);
    for (const path of memberPaths) {
      const result = await run(stage.origin + path, port, ['accessibility']);
      bars.push(full(`accessibility of ${path}`, result, 'accessibility'));
    }
    return bars;
  } finally {
    await device.throwAway();
    await stage.close();
    await own.stop();
    await reference.stop();
  }
}

/** Runs of both in turns. */
async function speedBar(ownOrigin: string, referenceOrigin: string, port: number): Promise<Bar> {
  const [own, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < speedRounds; round += 1) {
    own.push(marks(await run(`${ownOrigin}/`, port, ['performance'], true), 'performance'));
    reference.push(marks(await run(`${referenceOrigin}/`, port, ['performance'], true), 'performance'));
  }
  const [ours, theirs] = [median(own), median(reference)];
  const bar = `at least ${theirs - speedSlack}`;
  return {
    what: 'performance of /, median',
    ours,
    unit: 'points',
    reference: theirs,
    bar,
    holds: ours >= theirs - speedSlack,
    isTold: true,
  };
}

/** `isFresh` empties the device before: its first visit. */
async function run(url: string, port: number, onlyCategories: readonly Category[], isFresh = false): Promise<Result> {
  const flags: Flags = {
    port,
    onlyCategories: [...onlyCategories],
    logLevel: 'error',
    output: 'json',
    disableStorageReset: !isFresh,
  };
  const result = await lighthouse(url, flags);
  if (result === undefined || result.lhr.runtimeError !== undefined)
    throw new Error(`Lighthouse could not look at ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  return result.lhr;
}

const marks = ({ categories }: Result, category: Category): number => Math.round((categories[category]?.score ?? 0) * 100);

function full(what: string, result: Result, category: Category): Bar {
  const ours = marks(result, category);
  if (ours < 100)
    for (const { id } of result.categories[category]?.auditRefs ?? []) {
      const { score, title } = result.audits[id] ?? {};
      if (typeof score === 'number' && score < 1) console.log(`${what}: ${id}: ${title}`);
    }
  return { what, ours, unit: 'points', bar: '100', holds: ours === 100, isTold: true };
}

function stillness(path: string, { audits }: Result): Bar {
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
  // Reports of browsers give two decimals.
  return {
    what: `layout shift of ${path}, in hundredths`,
    ours: Math.round(shift * 100),
    unit: '',
    bar: '0',
    holds: shift < 0.005,
    isTold: true,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => (typeof bound === 'object' && bound !== null ? resolve(bound.port) : reject(new Error('no port'))));
    });
  });
}
