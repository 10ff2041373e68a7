// A page that starts while another tab sets the app lock, or after the login of another member.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { storageOfProperties } from '#client/testing/storage-of-properties.ts';

let page: FakePage;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  page = openFakePage();
  vi.stubGlobal('isSecureContext', true);
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  page.close();
});

/** A page that has just been started on the same device. */
async function startPage() {
  vi.resetModules();
  const [device, change, roots, values, vault, storage, record, { memberDatabase }] = await Promise.all([
    import('./open-device.ts'),
    import('./lock/lock-change.ts'),
    import('./root-keys.ts'),
    import('./cached-values.ts'),
    import('./vault.ts'),
    import('#client/device/storage.ts'),
    import('#client/device/session-record.ts'),
    import('./database.ts'),
  ]);
  closers.push(memberDatabase.close, vault.closeVault);
  return { ...device, ...change, ...roots, ...values, ...vault, ...storage, ...record, memberDatabase };
}

const draft = { text: 'At noon then', pictureIds: [], replyToId: null };

test('nothing is left of a member if another one has logged in while the data did not open', async () => {
  vi.stubGlobal('localStorage', storageOfProperties());
  const before = await startPage();
  closers.unshift(before.memberDatabase.wipe);
  await before.openDevice('ada');
  before.storeSession({ profileId: 'ada', roles: ['USER'] });
  before.writeLocal('savedPlaces', 'a place');
  await before.storeDraft('ada', 'ben', draft);
  const rootOf = (page: typeof before) =>
    page.memberDatabase.run(['meta'], null, (transaction) => transaction.objectStore('meta').get('root'));
  const root = await rootOf(before);
  await before.closeVault();
  await before.memberDatabase.close();

  localStorage.setItem('session', '{"profileId":"cleo","roles":["USER"]}');
  localStorage.setItem('lastProfileId', '"cleo"');
  const next = await startPage();
  await next.openDevice();
  expect([next.readRecord()?.profileId, next.lastProfileId(), next.readLocal('savedPlaces')]).toEqual(['cleo', 'cleo', null]);
  const drafts = next.memberDatabase.run(['drafts'], null, (transaction) => transaction.objectStore('drafts').count());
  expect(await drafts).toBe(0);
  expect(await rootOf(next)).not.toEqual(root);
});

// The page that is reloaded keeps the lock of the keys, so this is the last test.
test('the page is reloaded to ask for the PIN, and all data stays', async () => {
  const other = await startPage();
  closers.unshift(other.memberDatabase.wipe);
  await other.openDevice('ada');
  await other.storeDraft('ada', 'ben', draft);
  const started = await startPage();
  const setting = other.setLock('ada', other.newRoot(), { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 60_000 });
  void started.openDevice();
  await setting;
  await vi.waitFor(() => expect(page.reloads()).toBeGreaterThan(0));
  expect(await started.memberDatabase.isLockSet()).toBe(true);
  expect(await other.storedDraft('ada', 'ben')).toEqual(draft);
});
