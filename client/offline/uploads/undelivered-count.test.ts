// Tests the number of writes and pictures that a logout would lose.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
beforeEach(() => void (page = openFakePage()));
afterEach(() => page.close());

test('writes and pictures that wait are counted together, for the member of this device', async () => {
  vi.resetModules();
  const { outboxCount } = await import('./undelivered-count.ts');
  expect(await outboxCount()).toBe(0);
  const { memberDatabase } = await import('#client/offline/database.ts');
  const { outbox } = await import('#client/offline/outbox/outbox.ts');
  const { uploads } = await import('./uploads.ts');
  page.localStorage.setItem('lastProfileId', '"ada"');
  await memberDatabase.claim('ada');
  expect(await outboxCount()).toBe(0);
  await outbox.add({ profile: 'ada', queue: 'messages:ben', method: 'POST', path: '/', body: {}, label: '', keeps: null });
  for (const name of ['a.png', 'b.png'])
    await uploads.add('ada', new File(['pixels'], name, { type: 'image/png' }), { list: 'profilePicIds', replaces: null });
  expect(await outboxCount()).toBe(3);
  await memberDatabase.wipe();
});

test('a visitor has nothing waiting, and no database is opened', async () => {
  vi.resetModules();
  const opening = vi.spyOn(indexedDB, 'open');
  const { outboxCount } = await import('./undelivered-count.ts');
  expect([await outboxCount(), opening.mock.calls]).toEqual([0, []]);
  opening.mockRestore();
});

test('what waits is counted once the storage is open, and a storage that hangs counts as empty', async () => {
  vi.resetModules();
  const { outboxCount } = await import('./undelivered-count.ts');
  const { longestOpeningMs, setStorageOpening } = await import('#client/device/storage-opening.ts');
  const { memberDatabase } = await import('#client/offline/database.ts');
  const { outbox } = await import('#client/offline/outbox/outbox.ts');
  await memberDatabase.claim('ada');
  await outbox.add({ profile: 'ada', queue: 'messages:ben', method: 'POST', path: '/', body: {}, label: '', keeps: null });
  const storage = Promise.withResolvers<void>();
  setStorageOpening(storage.promise);
  const counting = outboxCount();
  page.localStorage.setItem('lastProfileId', '"ada"');
  storage.resolve();
  expect(await counting).toBe(1);

  vi.useFakeTimers({ toFake: ['setTimeout'] });
  setStorageOpening(new Promise(() => undefined));
  const inVain = outboxCount();
  await vi.advanceTimersByTimeAsync(longestOpeningMs);
  vi.useRealTimers();
  expect(await inVain).toBe(0);
  await memberDatabase.wipe();
});
