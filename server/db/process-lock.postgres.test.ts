// A second process on the same PostgreSQL database is refused, and one whose lock was taken over stops writing and ends.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { freshPostgresDatabase, stopPostgres } from '#server/testing/app/postgres.ts';
import { type Notes, notesMigration } from './conformance.suite.ts';
import { openDatabase } from './open.ts';
import { lockProcess } from './process-lock.ts';
import { refusalOfSecondProcess, temporaryFolder } from './process-lock.suite.ts';

afterAll(stopPostgres);

refusalOfSecondProcess(async () => {
  const [{ databaseUrl, remove }, folder] = await Promise.all([freshPostgresDatabase(), temporaryFolder()]);
  return { dataDir: folder.dataDir, databaseUrl, remove: () => Promise.all([remove(), folder.remove()]).then(() => undefined) };
}, 'Another process uses this PostgreSQL database.');

/** A process with the lock, and a connection of another one. */
async function locked() {
  const [{ databaseUrl, remove }, folder] = await Promise.all([freshPostgresDatabase(), temporaryFolder()]);
  const taken: string[] = [];
  const lock = await lockProcess({ ...folder, databaseUrl, waitMs: 0, onTaken: (sentence) => taken.push(sentence) });
  const db = await openDatabase<Notes>({
    ...folder,
    databaseUrl,
    migrations: [notesMigration],
    assertMayWrite: lock.assertHeld,
  });
  const other = new Client({ connectionString: databaseUrl });
  const { pathname, href } = new URL(databaseUrl);
  const outside = new Client({ connectionString: href.replace(pathname, '/postgres') });
  await Promise.all([other.connect(), outside.connect()]);
  return {
    taken,
    other,
    write: (id: string) =>
      db.write((tx) =>
        tx.insertInto('notes').values({ id, room: '', body: '', number: 0, is_pinned: 0, weight: null }).execute(),
      ),
    endConnection: () =>
      outside.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objid = 7203412`),
    admit: (isAdmitted: boolean) =>
      outside.query(`alter database ${pathname.slice(1)} with allow_connections ${String(isAdmitted)}`),
    async close() {
      await Promise.all([other.end(), outside.end()]);
      await db.close();
      await lock.close();
      await Promise.all([remove(), folder.remove()]);
    },
  };
}

test('a process whose connection is lost writes again once it has the lock back', async () => {
  const { write, endConnection, admit, taken, close } = await locked();
  await write('before');
  await admit(false);
  await endConnection();
  await expect.poll(() => write('without').catch(({ code }: { code: string }) => code)).toBe('database-unavailable');
  await admit(true);
  await expect.poll(() => write('after').then(() => 'stored', String)).toBe('stored');
  expect(taken).toEqual([]);
  await close();
});

test('a process stops writing and is told to end when another one takes the lock', async () => {
  const { write, endConnection, other, taken, close } = await locked();
  const waiting = other.query('select pg_advisory_lock(7203412)');
  await endConnection();
  await waiting;
  await expect.poll(() => taken).toEqual(['Another process has taken over this PostgreSQL database, so this one ends.']);
  await expect(write('after')).rejects.toMatchObject({ code: 'database-unavailable' });
  await close();
});

test('a process is told to end when another one has had the lock meanwhile', async () => {
  const { write, endConnection, admit, other, taken, close } = await locked();
  await admit(false);
  await endConnection();
  await expect.poll(() => write('without').catch(({ code }: { code: string }) => code)).toBe('database-unavailable');
  await other.query(`select setval('server_runs', last_value + 1) from server_runs`);
  await admit(true);
  await expect.poll(() => taken).toHaveLength(1);
  await expect(write('after')).rejects.toMatchObject({ code: 'database-unavailable' });
  await close();
});
