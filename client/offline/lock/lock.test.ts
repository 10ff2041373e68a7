// The data on the device while an app lock is set, opening it, and the state after a crash or ten wrong PINs.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import type { NewWrite } from '#client/offline/outbox/outbox-entries.ts';
import { storageOfProperties } from '#client/testing/storage-of-properties.ts';

const [ada, ben] = ['ada-4f1', 'ben-9c2'];
const pin = 'blue-74-kettle';
const lockAfterMs = 300_000;

const message: Message = {
  id: 'message-1',
  senderProfileId: ben,
  recipientProfileId: ada,
  bodyText: 'Meet me at the lighthouse',
  profilePicIds: ['picture-77'],
  tsCreated: 1,
  tsRecipientRead: null,
  tsRecipientDeleted: null,
  tsSenderDeleted: null,
  sequence: 1,
  revision: 1,
};
const write: NewWrite = {
  profile: ada,
  queue: `messages:${ben}`,
  method: 'POST',
  path: '/api/message',
  body: { bodyText: 'At noon then' },
  label: 'At noon then',
  keeps: null,
};

const draft = (text: string) => ({ text, pictureIds: [], replyToId: 'message-1' });

/** A page that has just been started on the same device. */
async function startPage() {
  vi.resetModules();
  const [
    { memberDatabase },
    { outbox },
    { uploads },
    change,
    lock,
    setting,
    keys,
    roots,
    device,
    record,
    vault,
    values,
    messages,
    storage,
    held,
  ] = await Promise.all([
    import('#client/offline/database.ts'),
    import('#client/offline/outbox/outbox.ts'),
    import('#client/offline/uploads/uploads.ts'),
    import('./lock-change.ts'),
    import('./lock.ts'),
    import('./lock-setting.ts'),
    import('./lock-keys.ts'),
    import('#client/offline/root-keys.ts'),
    import('#client/offline/open-device.ts'),
    import('./lock-record.ts'),
    import('#client/offline/vault.ts'),
    import('#client/offline/cached-values.ts'),
    import('#client/offline/conversations/cached-messages.ts'),
    import('#client/device/storage.ts'),
    import('#client/device/data-keys.ts'),
  ]);
  pages.push({ close: () => vault.closeVault().then(memberDatabase.close) });
  return {
    memberDatabase,
    outbox,
    uploads,
    ...change,
    ...lock,
    ...setting,
    ...keys,
    ...roots,
    ...device,
    ...record,
    ...vault,
    ...values,
    ...messages,
    ...storage,
    ...held,
  };
}
type StartedPage = Awaited<ReturnType<typeof startPage>>;
const pages: { close(): Promise<void> }[] = [];

beforeEach(() => {
  vi.stubGlobal('document', { getElementById: () => null, addEventListener: () => undefined, hidden: false });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', storageOfProperties());
  vi.stubGlobal('sessionStorage', storageOfProperties());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(pages.splice(0).map((page) => page.close()));
  const { memberDatabase } = await startPage();
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
});

/** Ada has data in every store. */
async function fill(page: StartedPage): Promise<void> {
  await page.memberDatabase.claim(ada);
  await page.cacheMessages(ada, [message]);
  await page.storeDraft(ada, ben, draft('I would rather go to the orchard'));
  await page.cacheList(ada, JSON.stringify(['conversations', ada]), [message]);
  await page.outbox.add(write);
  const picture = new File(['pixels of a garden'], 'garden.png', { type: 'image/png' });
  await page.uploads.add(ada, picture, { list: 'profilePicIdsPrivate', replaces: 'picture-78' });
  page.writeLocal('session', { profileId: ada, roles: ['USER'] });
  page.writeLocal('lastLocation', { lat: 47.3714, lng: 8.54, type: 'override' });
  page.writeLocal('theme', 'dark');
}

async function setLock(page: StartedPage): Promise<Uint8Array<ArrayBuffer>> {
  const root = page.newRoot();
  const salt = page.newSalt();
  const iterations = 1_000;
  const way = { salt, iterations, ...(await page.wrap(root, await page.pinKey(pin, salt, iterations, new Uint8Array()))) };
  await page.setLock(ada, root, { pin: way, passkey: null, wrongTries: 0, lockAfterMs });
  return root;
}

const secrets = [ada, ben, 'lighthouse', 'orchard', 'noon', 'picture-77', 'garden', 'picture-78', '47.3714'];
const seen = async (page: StartedPage): Promise<string[]> => {
  const text = await dump(page);
  return secrets.filter((secret) => text.includes(secret));
};

async function expectAllThere(page: StartedPage): Promise<void> {
  const [picture] = await page.uploads.entries(ada);
  expect(picture).toMatchObject({ fileName: 'garden.png', replaces: 'picture-78', state: 'waiting' });
  expect(await (picture && (await page.uploads.file(picture)))?.text()).toBe('pixels of a garden');
  expect(await page.cachedMessages(ada, ben, 10)).toEqual([message]);
  expect(await page.storedDraft(ada, ben)).toEqual(draft('I would rather go to the orchard'));
  expect((await page.cachedList(ada, JSON.stringify(['conversations', ada])))?.value).toEqual([message]);
  expect(await page.outbox.entries(ada)).toMatchObject([{ profile: ada, queue: write.queue, body: write.body }]);
  expect(page.readLocal('session')).toEqual({ profileId: ada, roles: ['USER'] });
}

test('with a lock, the storage discloses no names, texts or places, and the unlocked app reads all of them', async () => {
  const page = await startPage();
  await fill(page);
  expect(await seen(page)).toEqual(secrets);
  await setLock(page);
  expect(await seen(page)).toEqual([]);
  await expectAllThere(page);
  // New data is encrypted too, and found under the same names.
  await page.storeDraft(ada, ben, draft('or to the lighthouse'));
  await page.forgetMessages(ada, [message.id]);
  page.writeLocal('lastLocation', { lat: 47.3714, lng: 8.6, type: 'override' });
  await page.flushLocal();
  expect(await seen(page)).toEqual([]);
  expect(await page.storedDraft(ada, ben)).toEqual(draft('or to the lighthouse'));
  expect(await page.cachedMessages(ada, ben, 10)).toEqual([]);
});

test('the next start reads nothing before the PIN, and everything after it', async () => {
  const before = await startPage();
  await fill(before);
  await setLock(before);
  const page = await startPage();
  expect(await page.lockAtStart()).not.toBeNull();
  expect(page.readLocal('session')).toBeNull();
  expect(await page.outbox.entries(ada)).toEqual([]);
  expect(await page.memberDatabase.sender()).toBeNull();
  expect(await page.tryPin('another one')).toEqual({ is: 'wrong', triesLeft: 9 });
  const opening = await page.tryPin(pin);
  if (opening.is !== 'open') throw new Error('It did not open');
  await page.open(opening.root);
  await page.openVault();
  await expectAllThere(page);
});

test('a tab that does not know about the lock yet cannot write readable data', async () => {
  const page = await startPage();
  await fill(page);
  const other = await startPage();
  await setLock(page);
  await expect(other.outbox.add({ ...write, body: { bodyText: 'noon' } })).rejects.toThrow();
  await other.storeDraft(ada, ben, draft('orchard'));
  await other.memberDatabase.claim(ada);
  expect(await seen(page)).toEqual([]);
  await expectAllThere(page);
});

test('a crash while the lock is being set changes nothing', async () => {
  const page = await startPage();
  await fill(page);
  const put = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (++puts > 3) throw new Error('The battery is empty');
    return put.apply(this, args);
  });
  await expect(setLock(page)).rejects.toThrow('The battery is empty');
  vi.restoreAllMocks();
  const next = await startPage();
  expect(await next.lockAtStart()).toBeNull();
  expect(next.readLocal('lock')).toBeNull();
  await expectAllThere(next);
});

test('a crash right after the lock was set leaves no readable copy', async () => {
  const page = await startPage();
  await fill(page);
  const plain = Object.entries({ ...localStorage });
  await setLock(page);
  for (const [key, value] of plain) localStorage.setItem(key, String(value));
  const next = await startPage();
  await next.lockAtStart();
  expect(await seen(next)).toEqual([]);
  expect(localStorage.getItem('theme')).toBe('"dark"');
});

test('after the lock is removed, the data stays encrypted and opens without a PIN', async () => {
  const page = await startPage();
  await fill(page);
  await setLock(page);
  await page.removeLock();
  expect(await seen(page)).toEqual([]);
  await expectAllThere(page);
  vi.stubGlobal('isSecureContext', true);
  const next = await startPage();
  expect(await next.lockAtStart()).toBeNull();
  await next.openDevice();
  expect(await seen(next)).toEqual([]);
  await expectAllThere(next);
});

test('data of an older build is encrypted at the next start, and nothing is lost', async () => {
  const page = await startPage();
  await fill(page);
  expect(await seen(page)).toEqual(secrets);
  vi.stubGlobal('isSecureContext', true);
  for (const start of ['the first', 'the second']) {
    const next = await startPage();
    await next.openDevice();
    expect([start, await seen(next)]).toEqual([start, []]);
    await expectAllThere(next);
    expect([next.currentDataKeys()?.proof, await next.memberDatabase.sender()]).toEqual([null, ada]);
  }
});

test('the first login on a device that cannot write key files is still there at the next start', async () => {
  vi.stubGlobal('isSecureContext', true);
  const first = await startPage();
  await first.openDevice(ada);
  await first.storeDraft(ada, ben, draft('orchard'));
  const next = await startPage();
  await next.openDevice();
  expect([await next.memberDatabase.sender(), await next.storedDraft(ada, ben)]).toEqual([ada, draft('orchard')]);
});

test('data whose key is gone is removed when a member logs in', async () => {
  vi.stubGlobal('isSecureContext', true);
  const page = await startPage();
  await page.openDevice(ada);
  await page.storeDraft(ada, ben, draft('orchard'));
  await page.memberDatabase.run(['meta'], undefined, (transaction) => transaction.objectStore('meta').delete('root'));
  const next = await startPage();
  await next.openDevice(ben);
  expect([await next.memberDatabase.sender(), await next.storedDraft(ada, ben)]).toEqual([ben, null]);
});

test.each(['no data', 'data whose key is gone'])(
  'a device with a session and %s belongs to the session’s member',
  async (what) => {
    vi.stubGlobal('isSecureContext', true);
    if (what !== 'no data') {
      const page = await startPage();
      await page.openDevice(ben);
      await page.memberDatabase.run(['meta'], undefined, (transaction) => transaction.objectStore('meta').delete('root'));
      await page.closeVault();
      localStorage.clear();
    }
    localStorage.setItem('session', JSON.stringify({ profileId: ada, roles: ['USER'] }));
    const next = await startPage();
    await next.openDevice();
    expect(await next.memberDatabase.sender()).toBe(ada);
  },
);

test('without keys nothing is written, if the browser can encrypt', async () => {
  vi.stubGlobal('isSecureContext', true);
  const page = await startPage();
  await page.openDevice(ada);
  page.setDataKeys(null);
  await expect(page.outbox.add(write)).rejects.toThrow();
  await page.storeDraft(ada, ben, draft('orchard'));
  await expect(page.memberDatabase.claim(ada)).rejects.toThrow('The app is locked.');
  expect(await seen(page)).toEqual([]);
});

test('a picture that is added while the lock is being set opens afterwards', async () => {
  vi.stubGlobal('isSecureContext', true);
  const page = await startPage();
  await page.openDevice(ada);
  const add = (n: number) =>
    page.uploads.add(ada, new File([`pixels ${n}`], `${n}.png`, { type: 'image/png' }), {
      list: 'profilePicIds',
      replaces: null,
    });
  const setting = setLock(page);
  const adding: Promise<unknown>[] = [];
  for (let n = 0; n < 20; n += 1) {
    adding.push(add(n));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await setting;
  await Promise.all(adding);
  const entries = await page.uploads.entries(ada);
  expect(entries).toHaveLength(adding.length);
  for (const entry of entries) expect(await (await page.uploads.file(entry))?.text()).toMatch(/^pixels/);
});

test('the new PIN opens the lock and the old one does not', async () => {
  const page = await startPage();
  await fill(page);
  await page.changePin(await setLock(page), 'green-12-saucer');
  expect(await page.tryPin(pin)).toMatchObject({ is: 'wrong' });
  expect(await page.tryPin('green-12-saucer')).toMatchObject({ is: 'open' });
});

test('wrong PINs are counted across restarts, and the tenth in a row wipes the device', async () => {
  const page = await startPage();
  await fill(page);
  await setLock(page);
  for (let tries = 0; tries < 9; tries++) await page.tryPin('wrong');
  expect(await page.tryPin(pin)).toMatchObject({ is: 'open' });
  for (let tries = 0; tries < 8; tries++) await page.tryPin('wrong');
  const next = await startPage();
  expect(await next.tryPin('wrong')).toEqual({ is: 'wrong', triesLeft: 1 });
  expect(await next.tryPin('wrong')).toEqual({ is: 'wiped' });
  expect(await indexedDB.databases()).toEqual([]);
  expect(localStorage.getItem('lock')).toBeNull();
  // The next start ends the session on the server.
  expect(localStorage.getItem('sessionToEnd')).toBe('1');
});

test('a device can be used again if the entry of the lock in local storage is lost', async () => {
  const page = await startPage();
  await fill(page);
  await setLock(page);
  localStorage.removeItem('lock');
  const next = await startPage();
  vi.stubGlobal('isSecureContext', true);
  await next.openDevice(ada);
  expect([await next.memberDatabase.isLockSet(), await next.memberDatabase.sender()]).toEqual([false, ada]);
});

test('a PIN costs about a second of work, and never less than 600,000 iterations', async () => {
  const { iterationsFor } = await import('./lock-keys.ts');
  expect(iterationsFor(100)).toBe(2_000_000);
  expect(iterationsFor(900)).toBe(600_000);
  expect(iterationsFor(0)).toBe(20_000_000);
});

async function dump({ memberDatabase, everyStore = stores }: StartedPage & { everyStore?: typeof stores }): Promise<string> {
  const rows = await memberDatabase.run(everyStore, [], (transaction) =>
    Promise.all(
      everyStore.map(async (store) => [
        await transaction.objectStore(store).getAll(),
        await transaction.objectStore(store).getAllKeys(),
      ]),
    ),
  );
  const bytes = (_key: string, value: unknown): unknown =>
    value instanceof ArrayBuffer || value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value;
  const local = Object.keys(localStorage).map((key) => `${key} ${localStorage.getItem(key)}`);
  return JSON.stringify([rows, local], bytes);
}
const stores = ['meta', 'outbox', 'drafts', 'profiles', 'briefs', 'lists', 'messages', 'uploads', 'uploadFiles'] as const;
