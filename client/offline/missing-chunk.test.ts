// Recovery from a missing part of the build: while the server restarts, and with an old build.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { recoverMissingChunks } from './missing-chunk.ts';

let page: FakePage;
let isServerThere: boolean;
let retries: number;
beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
  isServerThere = true;
  retries = 0;
  vi.stubGlobal('fetch', async () => {
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return Response.json({ ok: true });
  });
  recoverMissingChunks(() => (retries += 1));
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

/** True if the router is prevented from reloading. */
async function miss(): Promise<boolean> {
  const event = new Event('vite:preloadError', { cancelable: true });
  page.window.dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(0);
  return event.defaultPrevented;
}

test('a page of an old build is reloaded, and shows its error if that did not help', async () => {
  expect([await miss(), page.reloads()]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(59_999);
  expect([await miss(), page.reloads()]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await miss(), page.reloads()]).toEqual([true, 2]);
  expect(retries).toBe(0);
});

test('while the server restarts the page is not reloaded; once it responds the screen is shown again', async () => {
  isServerThere = false;
  expect(await miss()).toBe(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([page.reloads(), retries]).toEqual([0, 0]);
  isServerThere = true;
  await vi.advanceTimersByTimeAsync(8_000);
  expect([page.reloads(), retries]).toEqual([0, 1]);
});

test('a part that is missing again after the restart belongs to an old build', async () => {
  isServerThere = false;
  await miss();
  isServerThere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  await miss();
  expect([page.reloads(), retries]).toEqual([1, 1]);
});

test('a page that is being left is not reloaded because of its aborted requests', async () => {
  page.window.dispatchEvent(new Event('beforeunload'));
  await vi.advanceTimersByTimeAsync(9_999);
  expect([await miss(), page.reloads()]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await miss(), page.reloads()]).toEqual([true, 1]);
});
