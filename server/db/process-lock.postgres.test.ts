// A second process on the same PostgreSQL database is refused, and one whose lock was taken over stops writing and ends.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { type Notes, notesMigration } from './conformance.suite.ts';
import { readOwnSchema } from './own-schema.ts';
import { openDatabase } from './open.ts';
import { lockProcess } from './process-lock.ts';
import { unreachable } from './unreachable-postgres.ts';
import { refusalOfSecondProcess, temporaryFolder } from './process-lock.suite.ts';

refusalOfSecondProcess(async () => {
  const [{ databaseUrl, remove }, folder] = await Promise.all([freshPostgresDatabase(), temporaryFolder()]);
  return { dataDir: folder.dataDir, databaseUrl, remove: () => Promise.all([remove(), folder.remove()]).then(() => undefined) };
}, 'Another process uses this PostgreSQL database.');

/** A process with the lock, and a connection of another one. */
async function locked({ isShared = false } = {}) {
  const [{ databaseUrl, remove }, folder] = await Promise.all([freshPostgresDatabase(), temporaryFolder()]);
  const taken: string[] = [];
  const lock = await lockProcess({ ...folder, databaseUrl, isShared, waitMs: 0, onTaken: (sentence) => taken.push(sentence) });
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
  const write = (id: string) =>
    db.write((tx) => tx.insertInto('notes').values({ id, room: '', body: '', number: 0, is_pinned: 0, weight: null }).execute());
  const endConnection = () =>
    outside.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objid = 7203412`);
  const admit = (isAdmitted: boolean) =>
    outside.query(`alter database ${pathname.slice(1)} with allow_connections ${String(isAdmitted)}`);
  return {
    databaseUrl,
    taken,
    other,
    write,
    endConnection,
    admit,
    /** No other connection is admitted until `admit`. */
    async loseConnection() {
      await admit(false);
      await endConnection();
      await expect.poll(() => write('without').catch(({ code }: { code: string }) => code)).toBe('database-unavailable');
    },
    async close() {
      await Promise.all([other.end(), outside.end()]);
      await db.close();
      await lock.close();
      await Promise.all([remove(), folder.remove()]);
    },
  };
}

test('a process whose connection is lost writes again once it has the lock back', async () => {
  const { write, loseConnection, admit, taken, close } = await locked();
  await write('before');
  await loseConnection();
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
  const { write, loseConnection, admit, other, taken, close } = await locked();
  await loseConnection();
  await other.query(`select setval('server_runs', last_value + 1) from server_runs`);
  await admit(true);
  await expect.poll(() => taken).toHaveLength(1);
  await expect(write('after')).rejects.toMatchObject({ code: 'database-unavailable' });
  await close();
});

/** Starts another process on the database, with a folder of its own. */
async function start(databaseUrl: string, isShared: boolean) {
  const folder = await temporaryFolder();
  const onTaken = () => expect.unreachable('nobody takes over');
  try {
    const lock = await lockProcess({ ...folder, databaseUrl, isShared, waitMs: 0, onTaken });
    return { end: () => Promise.all([lock.close(), folder.remove()]) };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

const refusal = (part: string) => ({ code: 'in-use', message: expect.stringContaining(part) });

test('processes that follow the changes run at the same time, also when they start at once, and one that does not is refused', async () => {
  const { databaseUrl, remove } = await freshPostgresDatabase();
  const all = await Promise.all(Array.from({ length: 5 }, () => start(databaseUrl, true)));
  await expect(start(databaseUrl, false)).rejects.toMatchObject(refusal('Stop it first'));
  await Promise.all(all.map(({ end }) => end()));
  const alone = await start(databaseUrl, false);
  await expect(start(databaseUrl, true)).rejects.toMatchObject(refusal('alone, without REDIS_URL or PICTURES_URL'));
  await alone.end();
  await remove();
});

test('a process that follows the changes continues after a lost connection, unless one that does not write them ran meanwhile', async () => {
  const { databaseUrl, write, loseConnection, admit, other, taken, close } = await locked({ isShared: true });
  const before = await start(databaseUrl, true);
  await before.end();
  await loseConnection();
  await admit(true);
  await expect.poll(() => write('after').then(() => 'stored', String)).toBe('stored');
  expect(taken).toEqual([]);

  await loseConnection();
  // What a process that runs alone does at startup.
  await other.query(`select setval('server_runs', last_value + 1 + last_value % 2) from server_runs`);
  await admit(true);
  await expect.poll(() => taken).toHaveLength(1);
  await close();
});

test('a database of another program is left as it is', async () => {
  const { databaseUrl, remove } = await freshPostgresDatabase();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table members (id text)');
  await expect(start(databaseUrl, true)).rejects.toMatchObject({ code: 'wrong-data' });
  const { rows } = await client.query('select relname from pg_class where relnamespace = current_schema()::regnamespace');
  expect(rows).toEqual([{ relname: 'members' }]);
  await client.end();
  await remove();
});

describe('the error for a PostgreSQL server that cannot be used says what to check', () => {
  let databaseUrl: string;
  let remove: () => Promise<void>;
  beforeAll(async () => ({ databaseUrl, remove } = await freshPostgresDatabase()));
  afterAll(() => remove());

  test.each<[string, (url: URL) => void, RegExp]>([
    ['port', (url) => (url.port = '1'), /\(ECONNREFUSED\)\. Check the address in DATABASE_URL, and whether PostgreSQL runs/],
    ['host', (url) => (url.hostname = 'nowhere.invalid'), /\((ENOTFOUND|EAI_AGAIN)\)\. Check the address in DATABASE_URL/],
    ['password', (url) => (url.password = 'wrong'), /\(28P01\)\. Check the user name and the password in DATABASE_URL\./],
    ['user', (url) => (url.username = 'nobody'), /\(28P01\)\. Check the user name and the password in DATABASE_URL\./],
    ['database', (url) => (url.pathname = '/none'), /\(3D000\)\. Create this database, or check its name in DATABASE_URL\./],
  ])('%s', async (_, change, sentence) => {
    const url = new URL(databaseUrl);
    change(url);
    const told = { code: 'database-unavailable', message: expect.stringMatching(sentence) };
    await expect(start(url.href, true)).rejects.toMatchObject(told);
    await expect(openDatabase({ dataDir: '', databaseUrl: url.href, migrations: [] })).rejects.toMatchObject(told);
    await expect(readOwnSchema(url.href)).rejects.toMatchObject(told);
  });

  test('a missing password, although the error of the driver is only about its protocol', () => {
    const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    expect(unreachable('postgres://ada@db.internal/community', error).message).toBe(
      'PostgreSQL at db.internal/community cannot be used (it asks for a password). Check the user name and the password in DATABASE_URL.',
    );
  });
});
