// Notifications in sequence order, whatever the order in which the database confirms commits.
import { expect, test } from 'vitest';
import type { Changes } from '#server/changes/changes.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { createOrderedWrites } from './ordered-writes.ts';

/** The writes of a process that has the database for itself. */
const writesOn = (db: Pick<Db, 'write' | 'lock' | 'nextSequence'>) =>
  createOrderedWrites({ db: db as Db, changes: { lease: null } as Changes });

/** A database that confirms each commit when the test calls `confirm`. */
function slowDatabase() {
  const confirmations: (() => void)[] = [];
  let sequence = 0;
  const db: Pick<Db, 'write' | 'lock' | 'nextSequence'> = {
    async write(work) {
      const result = await work({} as Tx);
      await new Promise<void>((resolve) => confirmations.push(resolve));
      return result;
    },
    lock: async () => undefined,
    nextSequence: async () => ++sequence,
  };
  return { write: writesOn(db), confirm: (nth: number) => confirmations[nth]?.(), started: () => sequence };
}

test('the notification of a commit confirmed early waits for earlier ones of the same member, not of others', async () => {
  const { write, confirm } = slowDatabase();
  const received: string[] = [];
  const notifyAll = (profileIds: string[], name: string) =>
    write(profileIds, async () => ({
      toNotify: profileIds.map((orderKey) => ({ orderKey, notify: () => received.push(`${orderKey}: ${name}`), events: [] })),
    }));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const all = [notifyAll(['anton', 'boris'], 'one'), notifyAll(['boris', 'carl'], 'two'), notifyAll(['dora', 'emil'], 'three')];
  await settled();
  confirm(1);
  confirm(2);
  await settled();
  expect(received).toEqual(['carl: two', 'dora: three', 'emil: three']);
  confirm(0);
  await Promise.all(all);
  expect(received.slice(3)).toEqual(['anton: one', 'boris: one', 'boris: two']);
});

test('a retried transaction notifies once and does not block later ones', async () => {
  let sequence = 0;
  const db: Pick<Db, 'write' | 'lock' | 'nextSequence'> = {
    async write(work) {
      await work({} as Tx);
      return work({} as Tx);
    },
    lock: async () => undefined,
    nextSequence: async () => ++sequence,
  };
  const write = writesOn(db);
  const received: string[] = [];
  const notifyAll = (name: string) =>
    write(['anton', 'boris'], async (_, number) => ({
      toNotify: [{ orderKey: 'anton', notify: () => received.push(`${name} ${number}`), events: [] }],
    }));
  await notifyAll('one');
  await notifyAll('two');
  expect(received).toEqual(['one 2', 'two 4']);
});

test('the notification of a retried transaction waits for earlier ones of the same member', async () => {
  const confirmations: (() => void)[] = [];
  let sequence = 0;
  const db: Pick<Db, 'write' | 'lock' | 'nextSequence'> = {
    async write(work) {
      const isSecond = confirmations.length === 1;
      if (isSecond) await work({} as Tx);
      const result = await work({} as Tx);
      await new Promise<void>((resolve) => confirmations.push(resolve));
      return result;
    },
    lock: async () => undefined,
    nextSequence: async () => ++sequence,
  };
  const write = writesOn(db);
  const received: string[] = [];
  const notifyAll = (name: string) =>
    write(['anton'], async () => ({ toNotify: [{ orderKey: 'anton', notify: () => received.push(name), events: [] }] }));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const first = notifyAll('one');
  await settled();
  const second = notifyAll('two');
  await settled();
  confirmations[1]?.();
  await second;
  expect(received).toEqual([]);
  confirmations[0]?.();
  await first;
  expect(received).toEqual(['one', 'two']);
});

test('a failing write does not block others', async () => {
  const { write, confirm } = slowDatabase();
  const received: string[] = [];
  const failing = write(['anton'], () => Promise.reject(new Error('no')));
  const good = write(['anton'], async () => ({
    toNotify: [{ orderKey: 'anton', notify: () => received.push('notified'), events: [] }],
  }));
  await expect(failing).rejects.toThrow('no');
  confirm(0);
  await good;
  expect(received).toEqual(['notified']);
});
