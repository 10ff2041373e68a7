// Starts browsers for measurements: fresh ones, and a device whose profile is on disk so that it can be restarted.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '#scripts/find-browsers.mjs';

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
const phone = { width: 390, height: 844 };
const workerWaitMs = 30_000;

function executable(): string {
  const found = findChromium();
  if (found === null) throw new Error('Measuring needs Chromium: install it, or name it with CHROMIUM_PATH.');
  return found;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: executable(), chromiumSandbox: false, args: quiet });

export interface Device {
  context(): BrowserContext;
  /** Closes the browser and starts it again with the same profile. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function openDevice(args: readonly string[] = []): Promise<Device> {
  const profileDir = await mkdtemp(path.join(tmpdir(), 'budgets-device-'));
  const launch = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profileDir, {
      executablePath: executable(),
      chromiumSandbox: false,
      viewport: phone,
      args: [...quiet, ...args],
    });
  let context = await launch();
  return {
    context: () => context,
    async restart() {
      await context.close();
      context = await launch();
    },
    async remove() {
      await context.close();
      await rm(profileDir, { recursive: true, force: true });
    },
  };
}

/** Opens a page and waits until its worker has cached the files of the install and is active. */
export async function visit(device: Device, url: string): Promise<Page> {
  const page = await device.context().newPage();
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: workerWaitMs });
  return page;
}

export interface FirstPaint {
  /** The time from the start of the navigation to the paint. */
  readonly ms: number;
  /** The CPU time of the page's main thread until the paint. */
  readonly cpuMs: number;
}

/** Opens a page and measures its first contentful paint. */
export async function firstPaint(page: Page, url: string): Promise<FirstPaint> {
  const cpuMs = await mainThreadOf(page);
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const found = list.getEntriesByName('first-contentful-paint')[0];
          if (found === undefined) return;
          observer.disconnect();
          resolve(found.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  return { ms, cpuMs: await cpuMs() };
}

/** Measures the CPU time of the page's main thread from now on, in ms. */
export async function mainThreadOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await taskMs();
  return async () => (await taskMs()) - before;
}

/** Counts the requests that a page sends over the network from now on, without those that its cache answers. */
export async function networkRequestsOf(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  const sent = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) sent.add(requestId);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) sent.delete(requestId);
  });
  await devtools.send('Network.enable');
  return () => sent.size;
}
