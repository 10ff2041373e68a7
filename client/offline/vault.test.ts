// The vault, which replaces local storage.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { storageOfProperties } from '#client/testing/storage-of-properties.ts';
import { sealName } from './seal.ts';

const ada = 'ada-4f1';
const place = { lat: 47.3714, lng: 8.54 };
let page: FakePage;
const pages: { close(): Promise<void> }[] = [];

/** A page that has just been started on the same device. */
async function startPage() {
  vi.resetModules();
  const [{ memberDatabase }, change, keys, vault, storage, held] = await Promise.all([
    import('./database.ts'),
    import('./lock/lock-change.ts'),
    import('./root-keys.ts'),
    import('./vault.ts'),
    import('#client/device/storage.ts'),
    import('#client/device/data-keys.ts'),
  ]);
  pages.push({ close: () => vault.closeVault().then(memberDatabase.close) });
  return { memberDatabase, ...change, ...keys, ...vault, ...storage, ...held };
}

const root = Uint8Array.from({ length: 32 }, (_, n) => n);
async function startLockedPage() {
  const started = await startPage();
  await started.memberDatabase.claim(ada);
  await started.setLock(ada, root, { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 60_000 });
  return started;
}
/** The next start, after the member has opened the lock. */
async function startUnlockedPage() {
  const started = await startPage();
  started.setDataKeys(await started.keysOf(root));
  await started.openVault();
  return started;
}

beforeEach(() => {
  page = openFakePage();
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, storageOfProperties());
});
afterEach(async () => {
  for (const one of pages.splice(0)) await one.close();
  await (await startPage()).memberDatabase.wipe();
  page.close();
});

test('only settings of the device, the last contact and the entries of lock and vault stay in local storage', async () => {
  for (const key of ['theme', 'lastContact', 'lastLocation', 'session', 'queries:ada']) localStorage.setItem(key, '1');
  const started = await startLockedPage();
  expect(Object.keys(localStorage).toSorted()).toEqual(['lastContact', 'lock', 'theme', 'vault']);
  for (const key of ['theme', 'lastContact']) started.writeLocal(key, 2);
  expect([localStorage.getItem('theme'), localStorage.getItem('lastContact')]).toEqual(['2', '2']);
});

test('an entry is still there after the next start, but server replies stored by an older build are removed', async () => {
  localStorage.setItem('queries:ada', '["an answer"]');
  const started = await startLockedPage();
  started.writeLocal('lastLocation', place);
  await started.flushLocal();
  const next = await startUnlockedPage();
  expect([next.readLocal('lastLocation'), next.readLocal('queries:ada')]).toEqual([place, null]);
});

test('closing the vault first stores what was written before', async () => {
  const started = await startLockedPage();
  started.writeLocal('lastLocation', place);
  await started.closeVault();
  expect((await startUnlockedPage()).readLocal('lastLocation')).toEqual(place);
});

test('the entries of another member than the one who has logged in meanwhile stay closed', async () => {
  const started = await startLockedPage();
  started.writeLocal('lastProfileId', ada);
  started.writeLocal('lastLocation', place);
  await started.closeVault();
  localStorage.setItem('lastProfileId', '"cleo"');
  const next = await startUnlockedPage();
  expect([next.hasVault(), next.readLocal('lastProfileId'), next.readLocal('lastLocation')]).toEqual([false, 'cleo', null]);
});

test('a member can leave although the database hangs', async () => {
  const started = await startLockedPage();
  const hanging = Promise.withResolvers<null>();
  vi.spyOn(started.memberDatabase, 'owner').mockReturnValue(hanging.promise);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  started.writeLocal('session', null);
  const leaving = expect(started.flushLocal()).rejects.toThrow('No answer');
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await leaving;
  hanging.resolve(null);
});

test('an entry that a tab of an older build writes while the vault opens is taken over at the next start', async () => {
  await startLockedPage();
  localStorage.setItem('lastLocation', JSON.stringify(place));
  const next = await startPage();
  next.setDataKeys(await next.keysOf(root));
  const { owner } = next.memberDatabase;
  vi.spyOn(next.memberDatabase, 'owner').mockImplementationOnce(() => {
    localStorage.setItem('mapViewState', '"a view"');
    return owner();
  });
  await next.openVault();
  expect([localStorage.getItem('lastLocation'), localStorage.getItem('mapViewState')]).toEqual([null, '"a view"']);
  expect((await startUnlockedPage()).readLocal('mapViewState')).toBe('a view');
});

test.each([null, undefined])(
  'an entry that was removed (%s) does not come back with the removal of the lock',
  async (nothing) => {
    localStorage.setItem('lastLocation', '"somewhere"');
    localStorage.setItem('listFilter', '"all"');
    const started = await startLockedPage();
    started.writeLocal('lastLocation', nothing);
    expect(started.readLocal('lastLocation')).toBeNull();
    await started.flushLocal();
    await started.removeLock();
    expect([started.readLocal('lastLocation'), started.readLocal('listFilter')]).toEqual([null, 'all']);
    expect([localStorage.getItem('lastLocation'), localStorage.getItem('listFilter')]).toEqual([null, null]);
  },
);

test('a page without keys, as after a wipe, stores nothing', async () => {
  const started = await startLockedPage();
  started.writeLocal('lastLocation', place);
  await started.flushLocal();
  started.setDataKeys(null);
  started.writeLocal('lastLocation', 'a readable place');
  await started.flushLocal();
  expect((await startUnlockedPage()).readLocal('lastLocation')).toEqual(place);
});

test('an entry that is written after another tab has changed the keys is not stored', async () => {
  const started = await startLockedPage();
  const sealed = await sealName(ada, await started.keysOf(started.newRoot()));
  await started.memberDatabase.run(['meta'], undefined, (transaction) => transaction.objectStore('meta').put(sealed, 'owner'));
  started.writeLocal('lastLocation', place);
  await started.flushLocal();
  expect((await startUnlockedPage()).readLocal('lastLocation')).toBeNull();
});

/** Collects the events that local storage would fire in another tab. */
function watchChanges(): unknown[] {
  const changed: unknown[] = [];
  vi.stubGlobal(
    'StorageEvent',
    class extends Event {
      readonly key: string;
      constructor(name: string, { key }: { readonly key: string }) {
        super(name);
        this.key = key;
      }
    },
  );
  vi.stubGlobal('dispatchEvent', (event: Event) => changed.push([event.type, Reflect.get(event, 'key')]));
  return changed;
}

test('other tabs see a changed entry, and an event for it', async () => {
  const [writer, reader] = [await startLockedPage(), await startUnlockedPage()];
  const changed = watchChanges();
  writer.writeLocal('lastLocation', place);
  await vi.waitFor(() => expect(reader.readLocal('lastLocation')).toEqual(place));
  expect(changed).toEqual([['storage', 'lastLocation']]);
});

test('a tab that receives an entry while it opens the vault has all entries, and neither fires an event nor stores them', async () => {
  const writer = await startLockedPage();
  writer.writeLocal('mapViewState', 'a view');
  await writer.flushLocal();
  const changed = watchChanges();
  const opening = await startPage();
  opening.setDataKeys(await opening.keysOf(root));
  const { run } = opening.memberDatabase;
  vi.spyOn(opening.memberDatabase, 'run').mockImplementationOnce(async (...parts) => {
    const received = new Promise((resolve) => new BroadcastChannel('vault').addEventListener('message', resolve));
    writer.writeLocal('lastLocation', place);
    await Promise.all([received, writer.flushLocal()]);
    return run(...parts);
  });
  const storing = vi.spyOn(opening.memberDatabase, 'owner');
  await opening.openVault();
  expect([opening.readLocal('mapViewState'), opening.readLocal('lastLocation')]).toEqual(['a view', place]);
  expect([changed, storing.mock.calls]).toEqual([[], []]);
});

test('on a full device, cached pictures make room for the entries', async () => {
  const started = await startLockedPage();
  const removed: string[] = [];
  const isFull = (): boolean => removed.length === 0;
  vi.stubGlobal('caches', { delete: async (name: string) => removed.push(name) > 0 });
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (isFull()) throw new DOMException('No room.', 'QuotaExceededError');
    return put.apply(this, row);
  });
  started.writeLocal('lastLocation', place);
  await started.flushLocal();
  expect(removed).toContain('member-pictures');
  expect((await startUnlockedPage()).readLocal('lastLocation')).toEqual(place);
  vi.restoreAllMocks();
});
