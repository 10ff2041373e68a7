// A logout in a browser that does not answer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { isWiping } from './pending-cleanup.ts';
import { wipeDevice } from './wipe.ts';

let page: FakePage;
beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
  vi.stubGlobal('indexedDB', { databases: async () => [] });
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

test.each([
  ['databases', () => vi.stubGlobal('indexedDB', { databases: never })],
  ['caches', () => vi.stubGlobal('caches', { keys: never })],
])('the wipe ends although the %s hang, and is repeated at the next start', async (_, hang) => {
  hang();
  const wiping = wipeDevice();
  await vi.advanceTimersByTimeAsync(10_000);
  await wiping;
  expect(isWiping()).toBe(true);
});
