// The built client weighs no more than at the commit that the known sizes were measured at.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openStage } from '#scripts/screens/stage.ts';
import type { Bar } from './bars.ts';
import { launchBrowser, openDevice } from './browser.ts';
import { knownSizes, measuredAt, newScreenMostKib } from './known-sizes.ts';
import { logIn, screenBars } from './members.ts';
import { weighFolder } from './served.ts';
import { weightBars } from './weights.ts';

const root = join(import.meta.dirname, '../..');
const distDir = join(root, 'dist');
/** Known sizes are printed with one digit. */
const roundingKib = 0.05;

/** Does nothing where the sources are built already. */
function build(): void {
  const { status, stderr } = spawnSync('node', ['scripts/build.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The client could not be built:\n${stderr}`);
}

async function pageBars(): Promise<Bar[]> {
  const browser = await launchBrowser();
  try {
    // Whether a page paints in time without scripts is no size: `npm run budgets` measures it.
    return (await weightBars(browser, distDir, null)).filter(({ what }) => !what.startsWith('painted pages'));
  } finally {
    await browser.close();
  }
}

async function lazyScreenBars(): Promise<Bar[]> {
  const stage = await openStage(1);
  const device = await openDevice();
  try {
    await logIn(device, stage);
    return await screenBars(device, stage, await weighFolder(distDir));
  } finally {
    await device.throwAway();
    await stage.close();
  }
}

/** Prints all, and answers those above the known ones and those that were not measured. */
function deviations(bars: readonly Bar[], expected: (what: string) => boolean): string[] {
  const lines = bars.map(({ what, ours, unit }) => {
    const most = knownSizes[what] ?? newScreenMostKib;
    const figure = `${what}: ${ours.toFixed(unit === 'KiB' ? 1 : 0)} ${unit}`.trimEnd();
    return { text: `${figure}, known ${most}`, isAbove: ours > most + (unit === 'KiB' ? roundingKib : 0) };
  });
  console.log(`Known sizes are of ${measuredAt}.\n${lines.map(({ text }) => text).join('\n')}`);
  const missing = Object.keys(knownSizes).filter((what) => expected(what) && !bars.some((bar) => bar.what === what));
  return [...lines.filter(({ isAbove }) => isAbove).map(({ text }) => text), ...missing.map((what) => `not measured: ${what}`)];
}

const isOfScreen = (what: string): boolean => what.endsWith(' adds');

beforeAll(build);

test('no page, install or worker is larger than known', async () => {
  expect(deviations(await pageBars(), (what) => !isOfScreen(what))).toEqual([]);
});

/** Each of the screens is opened once, and waited for until it fetches nothing more. */
const screensPatienceMs = 1_200_000;

test('no screen adds more than known', { timeout: screensPatienceMs }, async () => {
  expect(deviations(await lazyScreenBars(), isOfScreen)).toEqual([]);
});
