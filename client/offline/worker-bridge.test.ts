// Switching to a new build, and the files that a page asks the worker to fetch.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { hourMs } from '#shared/rules/durations.ts';

let page: FakePage;
let worker: EventTarget & { controller: object | null };
let registration: { waiting: object | null };
let said: unknown[];

/** The parts of the library for registering the worker that a page uses. */
const newWorkbox = () => Object.assign(new EventTarget(), { register: vi.fn(), messageSkipWaiting: vi.fn(), update: vi.fn() });
let workbox: ReturnType<typeof newWorkbox>;
vi.mock('workbox-window', () => ({
  Workbox: function Workbox() {
    return workbox;
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  page = openFakePage();
  said = [];
  registration = { waiting: {} };
  worker = Object.assign(new EventTarget(), {
    getRegistration: async () => registration,
    controller: { postMessage: (word: unknown) => said.push(word) } as object | null,
    ready: Promise.resolve({ active: { postMessage: (word: unknown) => said.push(word) } }),
  });
  Object.assign(page.navigator, { serviceWorker: worker });
  workbox = newWorkbox();
  workbox.update.mockResolvedValue(undefined);
});
afterEach(() => {
  page.close();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** A page that has registered the worker. */
async function startPage(isNothingWaiting = true) {
  vi.resetModules();
  const bridge = await import('./worker-bridge.ts');
  await bridge.registerWorker(async () => isNothingWaiting);
  const onReady = vi.fn();
  const stop = bridge.onUpdateReady(onReady);
  return { ...bridge, onReady, stop };
}
async function announceUpdate(wasWaitingBeforeRegister: boolean): Promise<void> {
  workbox.dispatchEvent(Object.assign(new Event('waiting'), { wasWaitingBeforeRegister }));
  await vi.advanceTimersByTimeAsync(0);
}
const tookOver = () => workbox.messageSkipWaiting.mock.calls.length > 0;

test('a build that was waiting before the page was opened is used at once', async () => {
  const { onReady } = await startPage();
  expect(workbox.register).toHaveBeenCalledOnce();
  await announceUpdate(true);
  expect([tookOver(), onReady.mock.calls.length, page.reloads()]).toEqual([true, 0, 0]);
});

test.each([
  ['comes while the page is open', false, true],
  ['would interrupt a waiting write', true, false],
])('a build that %s waits until the member agrees', async (_, wasWaiting, isNothingWaiting) => {
  const { onReady, onUpdateReady, stop } = await startPage(isNothingWaiting);
  await announceUpdate(wasWaiting);
  expect([tookOver(), onReady.mock.calls.length]).toEqual([false, 1]);
  const later = vi.fn();
  onUpdateReady(later);
  expect(later).toHaveBeenCalledOnce();
  stop();
  await announceUpdate(false);
  expect([onReady.mock.calls.length, later.mock.calls.length]).toEqual([1, 2]);
});

test('when the member agrees, the old worker ends its work, the new build is used and the page reloads once', async () => {
  const { applyUpdate } = await startPage();
  await applyUpdate();
  expect([tookOver(), page.reloads(), said]).toEqual([true, 0, [{ type: 'FINISH' }]]);
  worker.dispatchEvent(new Event('controllerchange'));
  worker.dispatchEvent(new Event('controllerchange'));
  expect(page.reloads()).toBe(1);
});

test('if another tab has used the new build already, the page reloads at once', async () => {
  const { applyUpdate } = await startPage();
  registration.waiting = null;
  await applyUpdate();
  expect([tookOver(), page.reloads()]).toEqual([false, 1]);
});

test('a page that becomes visible checks for an update once an hour', async () => {
  workbox.update.mockRejectedValue(new Error('no connection'));
  await startPage();
  const asked = () => workbox.update.mock.calls.length;
  page.setVisibility('visible');
  vi.advanceTimersByTime(hourMs - 1);
  page.setVisibility('visible');
  expect(asked()).toBe(0);
  vi.advanceTimersByTime(1);
  page.setVisibility('hidden');
  expect(asked()).toBe(0);
  page.setVisibility('visible');
  page.setVisibility('visible');
  expect(asked()).toBe(1);
});

test.each([true, false])(
  'the worker fetches the deferred files when the page is idle (the browser reports idle: %s)',
  async (saysWhen) => {
    const idle: (() => void)[] = [];
    if (saysWhen) vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
    const { fetchDeferred } = await startPage();
    await fetchDeferred();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    for (const work of idle) work();
    expect(said).toEqual([{ type: 'KEEP_REST', language: null }]);
  },
);

test('without a worker nothing is registered and nothing fetched', async () => {
  vi.stubEnv('PROD', false);
  const { fetchDeferred } = await startPage();
  await fetchDeferred();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([workbox.register.mock.calls.length, said]).toEqual([0, []]);
});
