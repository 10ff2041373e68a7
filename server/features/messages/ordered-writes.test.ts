// Notifications in the order of their sequence numbers, whatever the order in which the database answers commits.
import { expect, test } from 'vitest';
import type { Db, Tx } from '#server/db/open.ts';
import { createOrderedWrites } from './ordered-writes.ts';

/** A database whose commits are answered when the test says so, each write after it took its number. */
function slowDatabase() {
  const answers: (() => void)[] = [];
  let sequence = 0;
  const db: Pick<Db, 'write' | 'lock' | 'nextSequence'> = {
    async write(work) {
      const result = await work({} as Tx);
      await new Promise<void>((resolve) => answers.push(resolve));
      return result;
    },
    lock: async () => undefined,
    nextSequence: async () => ++sequence,
  };
  return { write: createOrderedWrites(db as Db), answer: (nth: number) => answers[nth]?.(), started: () => sequence };
}

test('a later commit that is answered first waits for earlier ones of the same member, and not for those of others', async () => {
  const { write, answer } = slowDatabase();
  const heard: string[] = [];
  const tell = (profileIds: string[], name: string) =>
    write(profileIds, async () => ({
      toNotify: profileIds.map((orderKey) => ({ orderKey, notify: () => heard.push(`${orderKey}: ${name}`) })),
    }));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const all = [tell(['anton', 'boris'], 'one'), tell(['boris', 'carl'], 'two'), tell(['dora', 'emil'], 'three')];
  await settled();
  answer(1);
  answer(2);
  await settled();
  expect(heard).toEqual(['carl: two', 'dora: three', 'emil: three']);
  answer(0);
  await Promise.all(all);
  expect(heard.slice(3)).toEqual(['anton: one', 'boris: one', 'boris: two']);
});

test('a transaction that runs again notifies once and blocks no later one', async () => {
  let sequence = 0;
  const db: Pick<Db, 'write' | 'lock' | 'nextSequence'> = {
    async write(work) {
      await work({} as Tx);
      return work({} as Tx);
    },
    lock: async () => undefined,
    nextSequence: async () => ++sequence,
  };
  const write = createOrderedWrites(db as Db);
  const heard: string[] = [];
  const tell = (name: string) =>
    write(['anton', 'boris'], async (_, number) => ({
      toNotify: [{ orderKey: 'anton', notify: () => heard.push(`${name} ${number}`) }],
    }));
  await tell('one');
  await tell('two');
  expect(heard).toEqual(['one 2', 'two 4']);
});

test('a transaction that runs again waits for the earlier ones of the same member', async () => {
  const answers: (() => void)[] = [];
  let sequence = 0;
  const db: Pick<Db, 'write' | 'lock' | 'nextSequence'> = {
    async write(work) {
      const isSecond = answers.length === 1;
      if (isSecond) await work({} as Tx);
      const result = await work({} as Tx);
      await new Promise<void>((resolve) => answers.push(resolve));
      return result;
    },
    lock: async () => undefined,
    nextSequence: async () => ++sequence,
  };
  const write = createOrderedWrites(db as Db);
  const heard: string[] = [];
  const tell = (name: string) =>
    write(['anton'], async () => ({ toNotify: [{ orderKey: 'anton', notify: () => heard.push(name) }] }));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const first = tell('one');
  await settled();
  const second = tell('two');
  await settled();
  answers[1]?.();
  await second;
  expect(heard).toEqual([]);
  answers[0]?.();
  await first;
  expect(heard).toEqual(['one', 'two']);
});

test('a write that fails blocks no other', async () => {
  const { write, answer } = slowDatabase();
  const heard: string[] = [];
  const failing = write(['anton'], () => Promise.reject(new Error('no')));
  const good = write(['anton'], async () => ({ toNotify: [{ orderKey: 'anton', notify: () => heard.push('told') }] }));
  await expect(failing).rejects.toThrow('no');
  answer(0);
  await good;
  expect(heard).toEqual(['told']);
});
