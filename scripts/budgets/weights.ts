// The bars of what is sent: first load, pages, worker, and everything that is kept on a device.
import type { Browser } from 'playwright-core';
import { kib, count, weight, type Bar } from './bars.ts';
import { bytesOf, serveFolder, weighFolder, type Weights } from './served.ts';

/** How long a page is left alone after it has loaded, so that what it fetches when idle is weighed too. */
const idleMs = 2_000;
const firstLoadMostKib = 112;
const overFloorMostKib = 24;
const pageMostKib = 14;
const workerMostKib = 12;
const keptMostKib = 260;
const engineMostKib = 98;
const requestsMost = 8;
const painted = ['/', '/login', '/register', '/tos', '/aboutus'];
/** Left out at install; members' devices fetch it when all else is done. */
const isRest = (path: string): boolean => path.startsWith('/assets/ol-');

/** Without a reference its comparison is left out. */
export async function weightBars(browser: Browser, ownDir: string, referenceDir: string | null): Promise<Bar[]> {
  const own = await weighFolder(ownDir);
  const cold = await coldLoad(browser, ownDir, own, ['/', '/login']);
  const floor = referenceDir === null ? null : await coldLoad(browser, referenceDir, await weighFolder(referenceDir), ['/']);
  const home = await coldLoad(browser, ownDir, own, ['/']);
  const kept = [...new Set(own.kept)];
  return [
    weight('home and login, cold: html, js, css', cold.bytes, firstLoadMostKib, floor?.bytes),
    ...(floor === null ? [] : [weight('the same, over the hello world', cold.bytes - floor.bytes, overFloorMostKib)]),
    ...painted.map((path) => weight(`html of ${path}`, bytesOf(own, [path]), pageMostKib)),
    count('painted pages that need script for their first paint', await needingScript(browser, ownDir), 0),
    count('requests of home, cold', home.requests, requestsMost),
    count('of them to somebody else', home.foreign, 0),
    weight('worker', bytesOf(own, ['/sw.js']), workerMostKib),
    weight(
      'kept at install: every route but the map engine',
      bytesOf(
        own,
        kept.filter((path) => !isRest(path)),
      ),
      keptMostKib,
    ),
    weight('fetched after it by members: the map engine', bytesOf(own, kept.filter(isRest)), engineMostKib),
    {
      what: 'both together',
      ours: bytesOf(own, kept) / kib,
      unit: 'KiB',
      bar: `at most ${keptMostKib}`,
      holds: bytesOf(own, kept) <= keptMostKib * kib,
      isTold: true,
    },
    count('files that are listed twice', own.kept.length - kept.length, 0),
  ];
}

interface ColdLoad {
  readonly bytes: number;
  readonly requests: number;
  readonly foreign: number;
}

/** What a browser without anything of ours fetches for these pages; a file counts once. */
async function coldLoad(browser: Browser, distDir: string, { sent }: Weights, paths: readonly string[]): Promise<ColdLoad> {
  const served = await serveFolder(distDir);
  const weighed = new Set<string>();
  let foreign = 0;
  for (const path of paths) {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    page.on('request', (request) => {
      if (!request.url().startsWith(served.origin)) foreign += 1;
    });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (['document', 'script', 'stylesheet'].includes(response.request().resourceType()) && sent.has(pathname))
        weighed.add(pathname);
    });
    await page.goto(served.origin + path, { waitUntil: 'networkidle' });
    await page.waitForTimeout(idleMs);
    await page.close();
  }
  await served.stop();
  const bytes = [...weighed].reduce((sum, path) => sum + (sent.get(path) ?? 0), 0);
  return { bytes, requests: served.asked.length, foreign };
}

/** Pages whose words do not show while every script is kept away. */
async function needingScript(browser: Browser, distDir: string): Promise<number> {
  const served = await serveFolder(distDir);
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await page.route('**/*.js', (route) => route.abort());
  let needing = 0;
  for (const path of painted) {
    await page.goto(served.origin + path);
    const paints = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => setTimeout(() => resolve(performance.getEntriesByName('first-contentful-paint').length)));
        }),
    );
    if (paints === 0 || (await page.locator('h1').count()) === 0) needing += 1;
  }
  await page.close();
  await served.stop();
  return needing;
}
