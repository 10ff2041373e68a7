// Waits for the service worker of a page, and takes devices offline.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { keptRows } from './kept-data.ts';

/** Resolves once a worker is active. The browser itself logs an error if the network is lost before. */
export const whenWorkerReady = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Resolves once the worker answers the requests of this page. */
export const whenWorkerControls = async (page: Page): Promise<void> =>
  void (await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated'));

/** Resolves once every file of the build is on the device, so that each screen opens offline. Only members get all files. */
export const whenBuildCached = (page: Page): Promise<unknown> => expect.poll(() => page.evaluate(countMissingFiles)).toBe(0);

/** Counts the files of the build that are not on the device. It runs in a page. */
export async function countMissingFiles(): Promise<number> {
  const list = await (await caches.open('builds')).match('/__builds');
  const [newest]: readonly { readonly hashed: readonly string[] }[] = (await list?.json()) ?? [];
  const hashed = await caches.open('hashed');
  const found = await Promise.all(newest?.hashed.map((url) => hashed.match(url)) ?? [undefined]);
  return found.filter((file) => file === undefined).length;
}

/** Takes a member's device offline once the app can be used there. */
export async function goOffline(page: Page): Promise<void> {
  await whenBuildCached(page);
  await page.context().setOffline(true);
}

/** What waits on this device to be sent. */
export const outboxSize = async (page: Page): Promise<number> => (await keptRows(page, 'outbox')).length;

/**
 * Closes the app on a device that is offline, and takes the device online until the worker has sent what waits. `hasArrived` resolves
 * once the server has it.
 */
export async function letWorkerSend(page: Page, origin: string, hasArrived: () => Promise<unknown>): Promise<void> {
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await hasArrived();
  // A file of the app's origin that runs none of its code. The worker may still read the answers.
  await page.goto(`${origin}/robots.txt`);
  await expect.poll(() => outboxSize(page)).toBe(0);
  await page.context().setOffline(true);
}
