// Runs Lighthouse as on a phone, and compares scores and layout shifts with their limits, and the speed with the reference.
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { median } from '#scripts/bench/figures.ts';
import { startDemoServer } from '#scripts/screens/demo-server.ts';
import type { Measurement } from './measurements.ts';
import { openDevice } from './browser.ts';
import { logIn } from './members.ts';
import { serveFolder } from './served.ts';
import { freePort } from '#server/testing/app/free-port.ts';

const publicPaths = ['/', '/login', '/register', '/aboutus', '/tos', '/support', '/contactus'];
const memberPaths = ['/search/map', '/chat/personal'];
const speedRounds = 5;
/** Our median may be lower than the reference by this much, since single runs vary. */
const speedSlack = 2;

type Category = 'accessibility' | 'best-practices' | 'seo' | 'performance';

export async function measureLighthouse(ownDir: string, referenceDir: string): Promise<Measurement[]> {
  const port = await freePort();
  const device = await openDevice([`--remote-debugging-port=${port}`]);
  const [own, reference] = [await serveFolder(ownDir), await serveFolder(referenceDir)];
  const server = await startDemoServer(1);
  try {
    const measurements: Measurement[] = [];
    for (const path of publicPaths) {
      // The real server is used, since a folder answers no calls, and each 404 lowers the score.
      const result = await run(server.origin + path, port, ['accessibility', 'best-practices', 'seo', 'performance']);
      for (const category of ['accessibility', 'best-practices', 'seo'] as const)
        measurements.push(fullScore(`${category} of ${path}`, result, category));
      measurements.push(layoutShift(path, result));
    }
    measurements.push(await measureSpeed(own.origin, reference.origin, port));
    await logIn(device, server);
    for (const path of memberPaths) {
      const result = await run(server.origin + path, port, ['accessibility']);
      measurements.push(fullScore(`accessibility of ${path}`, result, 'accessibility'));
    }
    return measurements;
  } finally {
    await device.remove();
    await server.close();
    await own.stop();
    await reference.stop();
  }
}

/** Alternates runs of our page and the reference, so that the load of the machine affects both. */
async function measureSpeed(ownOrigin: string, referenceOrigin: string, port: number): Promise<Measurement> {
  const [own, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < speedRounds; round += 1) {
    own.push(scoreOf(await run(`${ownOrigin}/`, port, ['performance'], true), 'performance'));
    reference.push(scoreOf(await run(`${referenceOrigin}/`, port, ['performance'], true), 'performance'));
  }
  const [ours, theirs] = [median(own), median(reference)];
  const limit = `at least ${theirs - speedSlack}`;
  return {
    what: 'performance of /, median',
    ours,
    unit: 'points',
    reference: theirs,
    limit,
    isMet: ours >= theirs - speedSlack,
    isInformative: true,
  };
}

/** `isFresh` clears the device first, so that the run is a first visit. */
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
    throw new Error(`Lighthouse could not open ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  return result.lhr;
}

const scoreOf = ({ categories }: Result, category: Category): number => Math.round((categories[category]?.score ?? 0) * 100);

function fullScore(what: string, result: Result, category: Category): Measurement {
  const ours = scoreOf(result, category);
  if (ours < 100)
    for (const { id } of result.categories[category]?.auditRefs ?? []) {
      const { score, title } = result.audits[id] ?? {};
      if (typeof score === 'number' && score < 1) console.log(`${what}: ${id}: ${title}`);
    }
  return { what, ours, unit: 'points', limit: '100', isMet: ours === 100, isInformative: true };
}

function layoutShift(path: string, { audits }: Result): Measurement {
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
  // A shift that is 0.00 when rounded counts as none.
  return {
    what: `layout shift of ${path}, in hundredths`,
    ours: Math.round(shift * 100),
    unit: '',
    limit: '0',
    isMet: shift < 0.005,
    isInformative: true,
  };
}
