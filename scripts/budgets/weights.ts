// Measures the sizes of the first load, the pages, the worker and everything cached on a device, against their limits.
import type { Browser } from 'playwright-core';
import { count, weight, type Measurement } from './measurements.ts';
import { bytesOf, serveFolder, weighFolder, type Weights } from './served.ts';

/** The pause after a page has loaded, so that files fetched when idle are measured too. */
const idleMs = 2_000;
const firstLoadMaxKib = 114;
const overFloorMaxKib = 24;
const pageMaxKib = 14;
const workerMaxKib = 14;
const installMaxKib = 200;
const keptMaxKib = 340;
/** The time is long enough for a busy machine. A page that needs its script is never painted. */
const paintWaitMs = 10_000;
const maxRequests = 8;
const painted = ['/', '/login', '/register', '/tos', '/aboutus'];
/** These files are not part of the install. Members' devices fetch them later, when idle. */
const isDeferred = (path: string): boolean => path.startsWith('/assets/later-');

/** Nothing is compared if there is no reference. */
export async function measureWeights(browser: Browser, ownDir: string, referenceDir: string | null): Promise<Measurement[]> {
  const own = await weighFolder(ownDir);
  const cold = await coldLoad(browser, ownDir, own, ['/', '/login']);
  const floor = referenceDir === null ? null : await coldLoad(browser, referenceDir, await weighFolder(referenceDir), ['/']);
  const home = await coldLoad(browser, ownDir, own, ['/']);
  const kept = [...new Set(own.kept)];
  return [
    weight('home and login, cold: html, js, css', cold.bytes, firstLoadMaxKib, floor?.bytes),
    ...(floor === null ? [] : [weight('the same, over the hello world', cold.bytes - floor.bytes, overFloorMaxKib)]),
    ...painted.map((path) => weight(`html of ${path}`, bytesOf(own, [path]), pageMaxKib)),
    count('painted pages that need script for their first paint', await needingScript(browser, ownDir), 0),
    count('requests of home, cold', home.requests, maxRequests),
    count('of them to third parties', home.foreign, 0),
    weight('worker', bytesOf(own, ['/sw.js', '/worker.js']), workerMaxKib),
    weight(
      'kept at install',
      bytesOf(
        own,
        kept.filter((path) => !isDeferred(path)),
      ),
      installMaxKib,
    ),
    weight('kept in total, with what members fetch when idle', bytesOf(own, [...kept, '/sw.js', '/worker.js']), keptMaxKib),
    count('files that are listed twice', own.kept.length - kept.length, 0),
  ];
}

interface ColdLoad {
  readonly bytes: number;
  readonly requests: number;
  readonly foreign: number;
}

/** Returns the bytes that a fresh browser fetches for these pages. Each file counts once. */
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

/** Counts the pages that are not painted, or have no heading, while all scripts are blocked. */
async function needingScript(browser: Browser, distDir: string): Promise<number> {
  const served = await serveFolder(distDir);
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await page.route('**/*.js', (route) => route.abort());
  let needing = 0;
  for (const path of painted) {
    await page.goto(served.origin + path);
    const isPainted = await page
      .waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, null, { timeout: paintWaitMs })
      .then(() => page.locator('h1').isVisible())
      .catch(() => false);
    if (!isPainted) needing += 1;
  }
  await page.close();
  await served.stop();
  return needing;
}
