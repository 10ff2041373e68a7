// Detecting that the server is unreachable, the pings until it answers, and the state that survives a restart.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

/** A page that has just been started. */
async function startPage() {
  vi.resetModules();
  return import('./reachability.ts');
}

/** Seconds after the start at which the silent server was asked. */
async function pingsOf({ watchReachability }: Awaited<ReturnType<typeof startPage>>, ping: () => Promise<unknown>) {
  const startedMs = Date.now();
  const pings: number[] = [];
  watchReachability(() => {
    pings.push((Date.now() - startedMs) / 1_000);
    return ping();
  });
  return pings;
}
const fails = () => Promise.reject(new Error('silent'));

test('a page without connection starts as lost, with the time of the last answer', async () => {
  page.navigator.onLine = false;
  page.localStorage.setItem('lastContact', '1234');
  const { reachability } = await startPage();
  expect(reachability.get()).toEqual({ isLost: true, lastMs: 1234 });
  expect(reachability.painted).toEqual({ isLost: false, lastMs: null });
});

test('a page that never heard the server knows no time', async () => {
  const { reachability } = await startPage();
  expect(reachability.get()).toEqual({ isLost: false, lastMs: null });
  page.localStorage.setItem('lastContact', 'broken');
  expect((await startPage()).reachability.get().lastMs).toBeNull();
});

test('an answer ends the silence, and its time is known to the minute', async () => {
  const { reachability, heard, lost } = await startPage();
  const firstMs = Date.now();
  heard();
  expect([reachability.get(), page.localStorage.getItem('lastContact')]).toEqual([
    { isLost: false, lastMs: firstMs },
    String(firstMs),
  ]);
  vi.advanceTimersByTime(60_000);
  heard();
  expect([reachability.get().lastMs, page.localStorage.getItem('lastContact')]).toEqual([firstMs, String(firstMs)]);
  vi.advanceTimersByTime(1);
  heard();
  expect([reachability.get().lastMs, page.localStorage.getItem('lastContact')]).toEqual([Date.now(), String(Date.now())]);
  lost();
  expect(reachability.get()).toEqual({ isLost: true, lastMs: Date.now() });
  heard();
  expect(reachability.get().isLost).toBe(false);
});

test('a silence that goes on is announced once', async () => {
  const { reachability, lost } = await startPage();
  const listener = vi.fn();
  reachability.subscribe(listener);
  lost();
  lost();
  expect(listener).toHaveBeenCalledOnce();
});

test('a silent server is asked after 2, 4, 8, 16 and then every 30 seconds', async () => {
  const started = await startPage();
  const pings = await pingsOf(started, fails);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pings).toEqual([]);
  started.lost();
  await vi.advanceTimersByTimeAsync(125_000);
  expect(pings).toEqual([62, 66, 74, 90, 120, 150, 180]);
});

test('a page that starts without connection asks too', async () => {
  page.navigator.onLine = false;
  const pings = await pingsOf(await startPage(), fails);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(pings).toEqual([2, 6]);
});

test('a server that was heard is asked no more, and the next silence begins with short pauses', async () => {
  const started = await startPage();
  const pings = await pingsOf(started, fails);
  started.lost();
  await vi.advanceTimersByTimeAsync(10_000);
  started.heard();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(pings).toEqual([2, 6]);
  started.lost();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(pings).toEqual([2, 6, 102]);
});

test('a device that is online again asks at once, and one that goes offline is lost at once', async () => {
  const started = await startPage();
  const pings = await pingsOf(started, fails);
  page.window.dispatchEvent(new Event('offline'));
  expect(started.reachability.get().isLost).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  page.window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(pings).toEqual([1]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(pings).toEqual([1, 5]);
});
