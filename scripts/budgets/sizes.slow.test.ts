// Tests that the built client does not exceed the known sizes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { filledOnce, smallSize } from '#scripts/screens/demo-data.ts';
import { startDemoServer } from '#scripts/screens/demo-server.ts';
import type { Measurement } from './measurements.ts';
import { launchBrowser, openDevice } from './browser.ts';
import { knownSizes, measuredAt, newScreenMaxKib } from './known-sizes.ts';
import { logIn, measureScreens } from './members.ts';
import { weighFolder } from './served.ts';
import { measureWeights } from './weights.ts';

const root = join(import.meta.dirname, '../..');
const distDir = join(root, 'dist');
/** The known sizes have one decimal. */
const roundingKib = 0.05;

/** Builds nothing if the sources are built already. */
function build(): void {
  const { status, stderr } = spawnSync('node', ['scripts/build.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The client could not be built:\n${stderr}`);
}

async function measurePages(): Promise<Measurement[]> {
  const browser = await launchBrowser();
  try {
    // `npm run budgets` tests whether pages are painted without scripts.
    return (await measureWeights(browser, distDir, null)).filter(({ what }) => !what.startsWith('painted pages'));
  } finally {
    await browser.close();
  }
}

async function measureLazyScreens(): Promise<Measurement[]> {
  const server = await startDemoServer(1, { size: smallSize, filled: await filledOnce(smallSize) });
  const device = await openDevice();
  try {
    await logIn(device, server);
    return await measureScreens(device, server, await weighFolder(distDir));
  } finally {
    await device.remove();
    await server.close();
  }
}

/** Prints all measurements, and returns those above the known sizes and those that were not measured. */
function deviations(measurements: readonly Measurement[], expected: (what: string) => boolean): string[] {
  const lines = measurements.map(({ what, ours, unit }) => {
    const most = knownSizes[what] ?? newScreenMaxKib;
    const figure = `${what}: ${ours.toFixed(unit === 'KiB' ? 1 : 0)} ${unit}`.trimEnd();
    return { text: `${figure}, known ${most}`, isAbove: ours > most + (unit === 'KiB' ? roundingKib : 0) };
  });
  console.log(`Known sizes are of ${measuredAt}.\n${lines.map(({ text }) => text).join('\n')}`);
  const missing = Object.keys(knownSizes).filter((what) => expected(what) && !measurements.some((one) => one.what === what));
  return [...lines.filter(({ isAbove }) => isAbove).map(({ text }) => text), ...missing.map((what) => `not measured: ${what}`)];
}

const isOfScreen = (what: string): boolean => what.endsWith(' adds');

beforeAll(build);

test('no page, install or worker exceeds its known size', async () => {
  expect(deviations(await measurePages(), (what) => !isOfScreen(what))).toEqual([]);
});

/** The test needs this time, since it opens each screen once and waits until it fetches nothing more. */
const screensPatienceMs = 1_200_000;

test('no screen adds more than its known size', { timeout: screensPatienceMs }, async () => {
  expect(deviations(await measureLazyScreens(), isOfScreen)).toEqual([]);
});
