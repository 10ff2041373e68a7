// Setting and removing the app lock: readable data is removed from the device, and a start finishes an interrupted change.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import type { DataKeys } from '#client/device/data-keys.ts';

const ada = 'ada-4f1';
const root = new Uint8Array(32);
let page: FakePage;
let cacheNames: Set<string>;
let closed: string[];
const pages: { close(): Promise<void> }[] = [];

async function startPage() {
  vi.resetModules();
  const [{ memberDatabase }, change, record, vault, held, storage] = await Promise.all([
    import('#client/offline/database.ts'),
    import('./lock-change.ts'),
    import('./lock-record.ts'),
    import('#client/offline/vault.ts'),
    import('#client/device/data-keys.ts'),
    import('#client/device/storage.ts'),
  ]);
  pages.push({ close: () => vault.closeVault().then(memberDatabase.close) });
  await memberDatabase.claim(ada);
  return { memberDatabase, ...change, ...record, ...held, ...storage };
}
const record = { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 60_000 };

beforeEach(() => {
  page = openFakePage();
  cacheNames = new Set(['build-7', 'member-pictures', 'member-tiles', 'shared-pictures', 'hashed']);
  closed = [];
  vi.stubGlobal('caches', { keys: async () => [...cacheNames], delete: async (name: string) => cacheNames.delete(name) });
  const notification = (name: string) => ({ close: () => closed.push(name) });
  const getNotifications = async () => [notification('from Ben'), notification('from Cem')];
  Object.assign(page.navigator, { serviceWorker: { getRegistration: async () => ({ getNotifications }) } });
});
afterEach(async () => {
  for (const one of pages.splice(0)) await one.close();
  await (await startPage()).memberDatabase.wipe();
  for (const one of pages.splice(0)) await one.close();
  page.close();
});

test('setting the lock removes cached pictures and maps, shared pictures, and notifications that show names', async () => {
  const started = await startPage();
  await started.setLock(ada, root, record);
  expect([...cacheNames]).toEqual(['build-7', 'hashed']);
  expect(closed).toEqual(['from Ben', 'from Cem']);
  expect([await started.readLock(), started.readLocal('lock')]).toEqual([record, 'open']);
});

test('a browser without caches and a page without a worker can be locked too', async () => {
  Reflect.deleteProperty(page.navigator, 'serviceWorker');
  Reflect.deleteProperty(globalThis, 'caches');
  const started = await startPage();
  await started.setLock(ada, root, record);
  expect(await started.readLock()).toEqual(record);
});

test('after an interrupted change, a start removes the entry of a lock that was not stored, and returns one that was', async () => {
  const started = await startPage();
  started.writeLocal('lock', 'open');
  expect([await started.lockAtStart(), started.readLocal('lock')]).toEqual([null, null]);
  await started.setLock(ada, root, record);
  expect([await started.lockAtStart(), started.readLocal('lock')]).toEqual([record, 'open']);
});

test('a device whose storage cannot be read stays locked', async () => {
  const started = await startPage();
  started.writeLocal('lock', 'locked');
  const reading = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No.', 'UnknownError');
  });
  expect([await started.lockAtStart(), started.readLocal('lock')]).toEqual([null, 'locked']);
  reading.mockRestore();
});

test('only a page that has the keys can remove the lock', async () => {
  const started = await startPage();
  await started.setLock(ada, root, record);
  const keys: DataKeys | null = started.currentDataKeys();
  started.setDataKeys(null);
  await started.removeLock();
  expect(await started.readLock()).toEqual(record);
  started.setDataKeys(keys);
  await started.removeLock();
  expect([await started.readLock(), started.currentDataKeys()?.proof, started.readLocal('lock')]).toEqual([null, null, null]);
  expect(await started.memberDatabase.sender()).toBe(ada);
});
