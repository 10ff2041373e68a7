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

/** The number of writes that wait on this device. */
export const outboxSize = async (page: Page): Promise<number> => (await keptRows(page, 'outbox')).length;

/** The browser's tools for service workers, and its id of the app's registration. */
export async function workerTools(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return { devtools, registrationId: await registered };
}

/**
 * Goes online, and lets the browser tell the worker so. It may have done that before, since it does not know of the emulated loss,
 * and repeats an attempt that has failed only after minutes.
 */
export async function goOnlineInWorker(page: Page, origin: string): Promise<void> {
  await page.context().setOffline(false);
  const { devtools, registrationId } = await workerTools(page, origin);
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false });
  await devtools.detach();
}

/**
 * Closes the app on a device that is offline, and takes the device online until the worker has sent what waits. `hasArrived`
 * resolves once the server has it.
 */
export async function letWorkerSend(page: Page, origin: string, hasArrived: () => Promise<unknown>): Promise<void> {
  await page.goto('about:blank');
  await goOnlineInWorker(page, origin);
  await hasArrived();
  // A file of the app's origin that runs none of its code. The worker may still read the answers.
  await page.goto(`${origin}/robots.txt`);
  await expect.poll(() => outboxSize(page)).toBe(0);
  await page.context().setOffline(true);
}
