// Reachability: detecting an unreachable server, pings until it responds, and the stored time.
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

/** The module as loaded by a new page. */
async function startPage() {
  vi.resetModules();
  return import('./reachability.ts');
}

/** The times of pings, in seconds after the start. */
async function pingsOf({ watchReachability }: Awaited<ReturnType<typeof startPage>>, ping: () => Promise<unknown>) {
  const startedMs = Date.now();
  const pings: number[] = [];
  watchReachability(() => {
    pings.push((Date.now() - startedMs) / 1_000);
    return ping();
  });
  return pings;
}
const fails = () => Promise.reject(new Error('unreachable'));

test('when a page starts offline, the server is unreachable, and the time of its last response is known', async () => {
  page.navigator.onLine = false;
  page.localStorage.setItem('lastContact', '1234');
  const { reachability } = await startPage();
  expect(reachability.get()).toEqual({ isLost: true, lastMs: 1234 });
  expect(reachability.prerendered).toEqual({ isLost: false, lastMs: null });
});

test('without a readable stored time, the time of the last response is null', async () => {
  const { reachability } = await startPage();
  expect(reachability.get()).toEqual({ isLost: false, lastMs: null });
  page.localStorage.setItem('lastContact', 'broken');
  expect((await startPage()).reachability.get().lastMs).toBeNull();
});

test('a response makes the server reachable, even if a full device cannot store its time', async () => {
  page.localStorage.setItem = () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  };
  const { reachability, markReachable, markUnreachable } = await startPage();
  markReachable();
  markUnreachable();
  markReachable();
  expect(reachability.get()).toEqual({ isLost: false, lastMs: Date.now() });
});

test('a response makes the server reachable; its time is stored once a minute', async () => {
  const { reachability, markReachable, markUnreachable } = await startPage();
  const firstMs = Date.now();
  markReachable();
  expect([reachability.get(), page.localStorage.getItem('lastContact')]).toEqual([
    { isLost: false, lastMs: firstMs },
    String(firstMs),
  ]);
  vi.advanceTimersByTime(60_000);
  markReachable();
  expect([reachability.get().lastMs, page.localStorage.getItem('lastContact')]).toEqual([firstMs, String(firstMs)]);
  vi.advanceTimersByTime(1);
  markReachable();
  expect([reachability.get().lastMs, page.localStorage.getItem('lastContact')]).toEqual([Date.now(), String(Date.now())]);
  markUnreachable();
  expect(reachability.get()).toEqual({ isLost: true, lastMs: Date.now() });
  markReachable();
  expect(reachability.get().isLost).toBe(false);
});

test('when the connection is lost, the exact time of the last response is shown and stored', async () => {
  const { reachability, markReachable, markUnreachable } = await startPage();
  markReachable();
  vi.advanceTimersByTime(50_000);
  markReachable();
  const lastMs = Date.now();
  vi.advanceTimersByTime(5_000);
  markUnreachable();
  expect([reachability.get(), page.localStorage.getItem('lastContact')]).toEqual([{ isLost: true, lastMs }, String(lastMs)]);
});

test('repeated failures notify listeners once', async () => {
  const { reachability, markUnreachable } = await startPage();
  const listener = vi.fn();
  reachability.subscribe(listener);
  markUnreachable();
  markUnreachable();
  expect(listener).toHaveBeenCalledOnce();
});

test('pings an unreachable server after 2, 4, 8, 16 and then every 30 seconds', async () => {
  const started = await startPage();
  const pings = await pingsOf(started, fails);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pings).toEqual([]);
  started.markUnreachable();
  await vi.advanceTimersByTimeAsync(125_000);
  expect(pings).toEqual([62, 66, 74, 90, 120, 150, 180]);
});

test('a page that starts offline pings too', async () => {
  page.navigator.onLine = false;
  const pings = await pingsOf(await startPage(), fails);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(pings).toEqual([2, 6]);
});

test('stops pinging after a response; the next outage begins with short pauses', async () => {
  const started = await startPage();
  const pings = await pingsOf(started, fails);
  started.markUnreachable();
  await vi.advanceTimersByTimeAsync(10_000);
  started.markReachable();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(pings).toEqual([2, 6]);
  started.markUnreachable();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(pings).toEqual([2, 6, 102]);
});

test('pings that fail together are followed by one', async () => {
  const started = await startPage();
  const failed = Promise.withResolvers<never>();
  const pings = await pingsOf(started, () => failed.promise);
  started.markUnreachable();
  await vi.advanceTimersByTimeAsync(2_000);
  for (let times = 0; times < 2; times += 1) page.window.dispatchEvent(new Event('online'));
  failed.reject(new Error('unreachable'));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(pings).toEqual([2, 2, 2]);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(new Set(pings).size).toBe(pings.length - 2);
});

test('a response cancels the next ping', async () => {
  const started = await startPage();
  const pings = await pingsOf(started, fails);
  started.markUnreachable();
  await vi.advanceTimersByTimeAsync(1_000);
  started.markReachable();
  started.markUnreachable();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(pings).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(pings).toEqual([3]);
});

test('pings immediately on `online`, and is unreachable immediately on `offline`', async () => {
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
