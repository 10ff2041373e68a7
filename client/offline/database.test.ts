// The device database over the life of the app: new builds, several tabs, logout.
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { createDatabase, migrations, type MemberDatabase, type Migration } from './database.ts';
import { message } from '#client/testing/messages.ts';
import type { NewWrite } from './outbox/outbox-entries.ts';
import { createOutbox } from './outbox/outbox.ts';
import { seal } from './seal.ts';

const opened: MemberDatabase[] = [];
const open = (name: string, steps?: readonly Migration[]): MemberDatabase => {
  const database = createDatabase(name, steps);
  opened.push(database);
  return database;
};
afterEach(async () => void (await Promise.all(opened.splice(0).map((database) => database.close()))));

const write: NewWrite = {
  profile: 'ada',
  queue: 'messages:ben',
  method: 'POST',
  path: '/api/message',
  body: { bodyText: 'hello' },
  label: 'hello',
  keeps: null,
  sendsEvery: true,
};

test('the database is created for a member even while a screen tries to open it', async () => {
  const database = open('claimed-late');
  const looking = database.owner();
  await database.claim('ada');
  expect(await looking).toBeNull();
  expect(await database.owner()).toBe('ada');
});

/** A migration of a later build. */
const nextSteps: readonly Migration[] = [
  ...migrations,
  (_database, transaction) => transaction.objectStore('outbox').createIndex('byQueue' as 'byId', 'queue'),
];

test('a new build reads the data of the previous one, whose tab continues beside it', async () => {
  const old = open('update');
  await old.claim('ada');
  const oldOutbox = createOutbox(old, 'update-1');
  for (let n = 0; n < 5; n++) await oldOutbox.add({ ...write, label: `before ${n}` });

  const next = open('update', nextSteps);
  const nextOutbox = createOutbox(next, 'update-2');
  expect((await nextOutbox.entries('ada')).map(({ label }) => label)).toEqual([0, 1, 2, 3, 4].map((n) => `before ${n}`));
  await oldOutbox.add({ ...write, label: 'from the old tab' });
  await nextOutbox.add({ ...write, label: 'from the new tab' });
  expect((await oldOutbox.entries('ada')).map(({ label }) => label).slice(5)).toEqual(['from the old tab', 'from the new tab']);
  expect(await old.sender()).toBe('ada');
  for (const outbox of [oldOutbox, nextOutbox]) outbox.listen(() => undefined)();
});

test('a migration removes the revision from which an earlier build resumed, and keeps the cached data', async () => {
  const old = open('numbered', migrations.slice(0, 2));
  await old.claim('ada');
  const put = (store: 'meta', value: number, key: string) =>
    old.run([store], undefined, (transaction) => transaction.objectStore(store).put(value, key as 'cursor'));
  await put('meta', 234, 'revision');
  const row = { profile: 'ada', peer: 'ben', sequence: 226, id: 'm1', revision: 234, value: await seal(message(226)) };
  await old.write('ada', ['messages'], async () => (transaction) => transaction.objectStore('messages').put(row));
  const next = open('numbered');
  const [keys, rows] = await next.run(['meta', 'messages'], [[], 0], (transaction) =>
    Promise.all([transaction.objectStore('meta').getAllKeys(), transaction.objectStore('messages').count()]),
  );
  expect([keys, rows]).toEqual([['owner', 'sender'], 1]);
});

test('a visitor creates no database', async () => {
  const database = open('visitor');
  expect(await database.owner()).toBeNull();
  expect(await database.write('ada', ['lists'], async () => async () => undefined)).toBe(false);
  await database.release();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('visitor');
});

test('a failed write stores nothing', async () => {
  const database = open('failed');
  await database.claim('ada');
  const outbox = createOutbox(database, 'failed');
  await outbox.add(write);
  const failing = database.write('ada', ['outbox'], async () => async (transaction) => {
    await transaction.objectStore('outbox').clear();
    throw new Error('no room');
  });
  await expect(failing).rejects.toThrow('no room');
  expect(await outbox.count('ada')).toBe(1);
  outbox.listen(() => undefined)();
});

test('a connection that the browser has closed is reopened, and any other error is passed on', async () => {
  const database = open('closed');
  await database.claim('ada');
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const failOnce = (name: string) =>
    begin.mockImplementationOnce(() => {
      throw new DOMException('No.', name);
    });
  failOnce('InvalidStateError');
  expect(await database.owner()).toBe('ada');
  failOnce('UnknownError');
  await expect(database.owner()).rejects.toMatchObject({ name: 'UnknownError' });
  begin.mockRestore();
  expect(await database.owner()).toBe('ada');
});

test('a page that found no database, or could not open it, finds the one that another tab creates', async () => {
  const [database, other] = [open('made-elsewhere'), open('made-elsewhere')];
  expect(await database.owner()).toBeNull();
  await other.claim('ada');
  expect(await database.owner()).toBe('ada');
  await database.close();
  const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('No.', 'UnknownError');
  });
  await expect(database.owner()).rejects.toMatchObject({ name: 'UnknownError' });
  opening.mockRestore();
  expect(await database.owner()).toBe('ada');
});

test('after a logout the data remains for its member, and while a lock is set nobody can claim or send it', async () => {
  const database = open('released');
  await database.claim('ada');
  await database.release();
  expect([await database.owner(), await database.sender()]).toEqual(['ada', null]);
  await database.claim('ada');
  expect(await database.sender()).toBe('ada');
  const lock = { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 0 };
  const put = (value: typeof lock | string, key: 'lock' | 'owner') =>
    database.run(['meta'], undefined, (transaction) => transaction.objectStore('meta').put(value, key));
  await put(lock, 'lock');
  await put('~sealed under the keys of the lock', 'owner');
  expect([await database.isLockSet(), await database.sender()]).toEqual([true, null]);
  await database.claim('ben');
  expect(await database.owner()).toBe('~sealed under the keys of the lock');
});
