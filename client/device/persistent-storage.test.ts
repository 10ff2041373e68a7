// Asking the browser to keep this site's storage.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let asked = 0;
beforeEach(() => {
  asked = 0;
  vi.resetModules();
  vi.stubGlobal('document', {});
});
afterEach(() => vi.unstubAllGlobals());

const storageThat = (persist: () => Promise<boolean>) => vi.stubGlobal('navigator', { storage: { persist } });
const load = async () => (await import('./persistent-storage.ts')).requestPersistentStorage;

test('the browser is asked once per page, at the first thing that must not be lost', async () => {
  storageThat(async () => ++asked > 0);
  const ask = await load();
  expect(asked).toBe(0);
  ask();
  ask();
  expect(asked).toBe(1);
});

test.each([
  ['refuses', () => storageThat(async () => false)],
  ['fails', () => storageThat(() => Promise.reject(new TypeError('not allowed')))],
  ['has no such call', () => vi.stubGlobal('navigator', {})],
])('a browser that %s changes nothing', async (_what, given) => {
  given();
  expect(await load()).not.toThrow();
});
