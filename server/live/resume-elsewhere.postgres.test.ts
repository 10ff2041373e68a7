// A socket resumes at an application other than the one that issued its cursor, on the same PostgreSQL database.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openEpochs } from '#server/db/epochs.ts';
import { openDatabase } from '#server/db/open.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { migratedPostgresDatabase } from '#server/testing/app/postgres.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { write } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';

let databaseUrl: string;
beforeEach(async () => {
  const { remove, ...database } = await migratedPostgresDatabase();
  ({ databaseUrl } = database);
  onTestFinished(remove);
});

test('applications that started at different times resume each other’s cursors', async () => {
  const first = await openTestApp({ databaseUrl });
  onTestFinished(first.close);
  const [anton, boris] = [await first.member(), await first.member()];
  async function resumedAt({ origin }: { readonly origin: string }, cursor?: string) {
    const socket = await openSocket({ ...boris, origin }, cursor === undefined ? {} : { cursor });
    await socket.settled();
    const texts = socket.received.flatMap((event) => (event.type === 'message' ? [event.message.bodyText] : []));
    return { cursor: socket.cursor(), hello: socket.received[0], texts };
  }
  await write(anton, boris, 'before');
  const start = await resumedAt(first);
  const second = await openTestApp({ databaseUrl });
  onTestFinished(second.close);
  await write(anton, boris, 'one');
  const atFirst = await resumedAt(first, start.cursor);
  await write(anton, boris, 'two');
  const atSecond = await resumedAt(second, atFirst.cursor);
  expect(atSecond).toMatchObject({ hello: { type: 'hello', mustResync: false }, texts: ['two'] });
  await write({ ...anton }, boris, 'three');
  const back = await resumedAt(first, atSecond.cursor);
  expect(back).toMatchObject({ hello: { type: 'hello', mustResync: false }, texts: ['three'] });
  const third = await openTestApp({ databaseUrl });
  onTestFinished(third.close);
  expect(await resumedAt(third, back.cursor)).toMatchObject({ hello: { type: 'hello', mustResync: false }, texts: [] });
});

/** The epochs as a process sees them, and its end. */
async function process() {
  const db = await openDatabase({ dataDir: '', databaseUrl, migrations });
  const epochs = await openEpochs(db, randomUUID, 'key');
  let isOpen = true;
  const close = async () => void (isOpen && ((isOpen = false), await db.close()));
  onTestFinished(close);
  return { ...epochs, close };
}

const openEnd = Number.POSITIVE_INFINITY;

test('an epoch lasts from the first process to the end of the last one', async () => {
  const [first, second] = [await process(), await process()];
  const epoch = first.current();
  expect(second.current()).toBe(epoch);
  await first.close();
  const third = await process();
  expect(third.current()).toBe(epoch);
  await Promise.all([second.close(), third.close()]);
  const next = await process();
  expect(next.current()).not.toBe(epoch);
  expect([await next.endOf(epoch), await next.endOf(next.current())]).toEqual([expect.any(Number), openEnd]);
  expect(await next.endOf(epoch)).toBeLessThan(openEnd);
  expect(await next.endOf(randomUUID())).toBeNull();
});

test('processes that start at once share an epoch', async () => {
  const started = await Promise.all([process(), process(), process(), process()]);
  expect(new Set(started.map(({ current }) => current())).size).toBe(1);
});

test('a process that loses its connection stays in the epoch of the others, and alone begins another one', async () => {
  const outside = new Client({ connectionString: databaseUrl });
  await outside.connect();
  onTestFinished(() => outside.end());
  const holders = `select pid from pg_locks where locktype = 'advisory' and granted and objid = 7203414`;
  const processes = async () => (await outside.query<{ pid: number }>(holders)).rows.map(({ pid }) => pid);
  const first = await process();
  const epoch = first.current();
  const [firstPid] = await processes();
  const second = await process();
  await outside.query('select pg_terminate_backend($1)', [firstPid]);
  await expect.poll(async () => (await processes()).filter((pid) => pid !== firstPid)).toHaveLength(2);
  expect([first.current(), second.current()]).toEqual([epoch, epoch]);
  await second.close();
  const [lastPid] = await processes();
  await outside.query('select pg_terminate_backend($1)', [lastPid]);
  await expect.poll(first.current).not.toBe(epoch);
});
