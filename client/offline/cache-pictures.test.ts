// The pictures that a page asks its worker to cache.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
let sent: unknown[];
let wipe: () => Promise<void>;

beforeEach(() => {
  page = openFakePage();
  sent = [];
  const active = { postMessage: (message: unknown) => sent.push(message) };
  Object.assign(page.navigator, { serviceWorker: { ready: Promise.resolve({ active }) } });
});
afterEach(async () => {
  await wipe();
  page.close();
});

/** A page that has just been opened. */
async function startPage() {
  vi.resetModules();
  const [{ memberDatabase }, started] = await Promise.all([import('./database.ts'), import('./cache-pictures.ts')]);
  wipe = memberDatabase.wipe;
  await memberDatabase.claim('ada');
  return { memberDatabase, ...started };
}

test('the worker is asked for each picture once per page', async () => {
  const { cachePictures } = await startPage();
  await cachePictures(['p1', 'p2', 'p1']);
  await cachePictures(['p2', 'p3']);
  await cachePictures(['p1', 'p3']);
  expect(sent).toEqual([
    { type: 'KEEP_PICTURES', ids: ['p1', 'p2'] },
    { type: 'KEEP_PICTURES', ids: ['p3'] },
  ]);
});

test('without a worker nobody is asked, and a worker that comes later is asked for all pictures', async () => {
  const { cachePictures } = await startPage();
  const { serviceWorker } = page.navigator as unknown as Record<string, unknown>;
  Reflect.deleteProperty(page.navigator, 'serviceWorker');
  await cachePictures(['p1']);
  expect(sent).toEqual([]);
  Object.assign(page.navigator, { serviceWorker });
  await cachePictures(['p1']);
  expect(sent).toEqual([{ type: 'KEEP_PICTURES', ids: ['p1'] }]);
});

test('while an app lock is set no picture is cached', async () => {
  const { cachePictures, memberDatabase } = await startPage();
  const lock = { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 0 };
  await memberDatabase.run(['meta'], undefined, (transaction) => transaction.objectStore('meta').put(lock, 'lock'));
  await cachePictures(['p1']);
  expect(sent).toEqual([]);
});

test('the pictures that this page has loaded are cached, and no other files', async () => {
  const { cacheSeenPictures } = await startPage();
  const names = ['/api/profile-pic/p1', '/assets/app.js', '/api/profile/ada', '/api/profile-pic/p2'];
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'resource' ? (names.map((name) => ({ name: `https://hearthside.example${name}` })) as PerformanceEntryList) : [],
  );
  await cacheSeenPictures();
  expect(sent).toEqual([{ type: 'KEEP_PICTURES', ids: ['p1', 'p2'] }]);
});
