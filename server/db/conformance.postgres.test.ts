// The conformance tests on a real PostgreSQL server, and tests of concurrent and lost connections.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { conformanceTests, type Notes, notesMigration, type TestStore } from './conformance.suite.ts';
import { openDatabase } from './open.ts';
import { newPool } from './postgres.ts';

async function newStore(): Promise<TestStore & { databaseUrl: string }> {
  const { databaseUrl, remove } = await freshPostgresDatabase();
  return {
    dataDir: '',
    databaseUrl,
    remove,
    async committedIds() {
      const raw = new Client({ connectionString: databaseUrl });
      await raw.connect();
      try {
        const { rows } = await raw.query<{ id: string }>('select id from notes order by id');
        return rows.map((row) => row.id);
      } finally {
        await raw.end();
      }
    },
  };
}

conformanceTests(newStore);

const tablesAt = async (databaseUrl: string, statements: string): Promise<string[]> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statements);
  const { rows } = await client.query<{ name: string }>('select relname as name from pg_class where oid >= 16384 order by 1');
  await client.end();
  return rows.map(({ name }) => name);
};

describe('the database on PostgreSQL', () => {
  it.each([
    ['tables', 'create table members (id text primary key)'],
    ['a table of migrations', 'create table migrations (id int, name text, batch int)'],
    ['a view', 'create view figures as select 1 as one'],
  ])('with %s of another program is refused unchanged', async (_, statements) => {
    const store = await newStore();
    const before = await tablesAt(store.databaseUrl, statements);
    await expect(openDatabase<Notes>({ ...store, migrations: [notesMigration] })).rejects.toMatchObject({
      code: 'wrong-data',
      message: `The schema "public" of the PostgreSQL database "${new URL(store.databaseUrl).pathname.slice(1)}" has tables of another program. Set DATABASE_URL to an empty database.`,
    });
    expect(await tablesAt(store.databaseUrl, '')).toEqual(before);
    await store.remove();
  });

  it('with the tables of an extension is used', async () => {
    const store = await newStore();
    // PostGIS has such a table.
    await tablesAt(store.databaseUrl, 'create table spatial_ref_sys (id int); alter extension plpgsql add table spatial_ref_sys');
    await (await openDatabase<Notes>({ ...store, migrations: [notesMigration] })).close();
    await store.remove();
  });

  it.each([
    ['public', 'may not create tables in the schema "public"', 'Make this user its owner.'],
    ['missing', `No schema of the user's search_path exists`, 'Create one.'],
  ])('with the search path %s is refused if no table can be created there', async (schema, reason, remedy) => {
    const store = await newStore();
    const user = `guest_${schema}`;
    await tablesAt(store.databaseUrl, `create role ${user} login password 'x'; alter role ${user} set search_path to ${schema}`);
    const { host, pathname } = new URL(store.databaseUrl);
    const opened = openDatabase<Notes>({
      ...store,
      databaseUrl: `postgres://${user}:x@${host}${pathname}`,
      migrations: [notesMigration],
    });
    await expect(opened).rejects.toMatchObject({
      code: 'wrong-data',
      message: expect.stringMatching(new RegExp(`${reason}.* PostgreSQL database "${pathname.slice(1)}"\\. ${remedy}$`)),
    });
    await tablesAt(store.databaseUrl, `drop role ${user}`);
    await store.remove();
  });

  it('keeps its own options beside those of the address', async () => {
    const store = await newStore();
    const databaseUrl = `${store.databaseUrl}?options=-c%20work_mem%3D5MB%20-c%20synchronous_commit%3Doff`;
    const db = await openDatabase<Notes>({ ...store, databaseUrl, migrations: [notesMigration] });
    const settings = await db.write((tx) =>
      sql`select current_setting('work_mem') as memory, current_setting('synchronous_commit') as commits`.execute(tx),
    );
    expect(settings.rows).toEqual([{ memory: '5MB', commits: 'on' }]);
    await expect(sql`create table written (id text)`.execute(db.read)).rejects.toThrow('read-only');
    await db.close();
    await store.remove();
  });

  it('with another schema is used, and ours is also opened after another program added tables to it', async () => {
    const store = await newStore();
    const open = () => openDatabase<Notes>({ ...store, migrations: [notesMigration] });
    await tablesAt(store.databaseUrl, 'create schema other; create table other.members (id text primary key)');
    await (await open()).close();
    await tablesAt(store.databaseUrl, 'create table visitors (id text primary key)');
    await (await open()).close();
    await store.remove();
  });

  const note = (id: string) => ({ id, room: 'lobby', body: 'hello', number: 0, is_pinned: 0 as const, weight: null });

  it('retries a write after a deadlock', async () => {
    const store = await newStore();
    const db = await openDatabase<Notes>({ ...store, migrations: [notesMigration] });
    await db.write((tx) =>
      tx
        .insertInto('notes')
        .values([note('a'), note('b')])
        .execute(),
    );
    const bothTouchedOne = Promise.withResolvers<void>();
    let touched = 0;
    const touch = (first: string, second: string) =>
      db.write(async (tx) => {
        const grow = (id: string) =>
          tx
            .updateTable('notes')
            .set(({ eb }) => ({ number: eb('number', '+', 1) }))
            .where('id', '=', id)
            .execute();
        await grow(first);
        touched += 1;
        if (touched === 2) bothTouchedOne.resolve();
        await bothTouchedOne.promise;
        await grow(second);
      });
    await Promise.all([touch('a', 'b'), touch('b', 'a')]);
    const numbers = await db.read.selectFrom('notes').select('number').execute();
    expect(numbers).toEqual([{ number: 2 }, { number: 2 }]);
    expect(touched).toBe(3);
    await db.close();
    await store.remove();
  });

  it('is unavailable while connections are cut, and recovers', async () => {
    const store = await newStore();
    const db = await openDatabase<Notes>({ ...store, migrations: [notesMigration] });
    const cut = db.write(async (tx) => {
      await tx.insertInto('notes').values(note('lost')).execute();
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    await expect(cut).rejects.toMatchObject({ code: 'database-unavailable' });
    await db.write((tx) => tx.insertInto('notes').values(note('kept')).execute());
    expect(await store.committedIds()).toEqual(['kept']);
    await db.close();
    await store.remove();
  });

  it('is unavailable within seconds while the server does not answer, and recovers', async () => {
    const store = await newStore();
    const link = await muteableLink(store.databaseUrl);
    const db = await openDatabase<Notes>({ ...store, databaseUrl: link.databaseUrl, migrations: [notesMigration] });
    await db.write((tx) => tx.insertInto('notes').values(note('before')).execute());
    link.setMute(true);
    const calls = [
      db.write((tx) => tx.insertInto('notes').values(note('lost')).execute()),
      // More reads than there are connections: the last ones wait for a connection.
      ...Array.from({ length: 12 }, () => db.read.selectFrom('notes').selectAll().execute()),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'database-unavailable' } });
    link.setMute(false);
    await db.write((tx) => tx.insertInto('notes').values(note('after')).execute());
    expect(await store.committedIds()).toEqual(['after', 'before']);
    await db.close();
    await link.close();
    await store.remove();
  });

  it('has written what was committed although the answer to the commit was lost', async () => {
    const store = await newStore();
    const link = await muteableLink(store.databaseUrl);
    const db = await openDatabase<Notes>({ ...store, databaseUrl: link.databaseUrl, migrations: [notesMigration] });
    const ran: string[] = [];
    const written = db.write(async (tx) => {
      await db.lock(tx, 'notes');
      await tx.insertInto('notes').values(note('stored')).execute();
      db.afterCommit(tx, () => ran.push('told'));
      link.loseAnswerTo('commit');
      return 'result';
    });
    expect(await written).toBe('result');
    expect([ran, await store.committedIds()]).toEqual([['told'], ['stored']]);

    const rolledBack = db.write(async (tx) => {
      await db.lock(tx, 'notes');
      await tx.insertInto('notes').values(note('lost')).execute();
      link.lose('commit');
    });
    await expect(rolledBack).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(await store.committedIds()).toEqual(['stored']);
    await db.close();
    await link.close();
    await store.remove();
  });

  it('leaves a long statement alone while the server answers others', async () => {
    const store = await newStore();
    const db = await openDatabase<Notes>({ ...store, migrations: [notesMigration] });
    await sql`select pg_sleep(4.5)`.execute(db.read);
    await db.close();
    await store.remove();
  });

  it('leaves a long statement alone while the server has no connection for others', async () => {
    const store = await newStore();
    await tablesAt(store.databaseUrl, `create role crowded login password 'x' connection limit 1`);
    const { host, pathname } = new URL(store.databaseUrl);
    const pool = newPool(`postgres://crowded:x@${host}${pathname}`, '');
    const { rows } = await pool.query('select pg_sleep(4.5), 1 as one');
    expect(rows).toMatchObject([{ one: 1 }]);
    await pool.end();
    await tablesAt(store.databaseUrl, 'drop role crowded');
    await store.remove();
  });

  it('migrates once when processes start concurrently', async () => {
    const store = await newStore();
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase<Notes>({ ...store, migrations: [notesMigration] })));
    expect(await store.committedIds()).toEqual([]);
    await Promise.all(opened.map((db) => db.close()));
    await store.remove();
  });

  it('names an unreachable server without its password', async () => {
    const opening = openDatabase<Notes>({ dataDir: '', databaseUrl: 'postgres://me:secret@127.0.0.1:1/nowhere', migrations: [] });
    await expect(opening).rejects.toMatchObject({
      code: 'database-unavailable',
      message: expect.stringContaining('127.0.0.1:1/nowhere'),
    });
    await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
  });

  it('refers to pg_dump for backups', async () => {
    const store = await newStore();
    const db = await openDatabase<Notes>({ ...store, migrations: [notesMigration] });
    await expect(db.backup('/nowhere/copy')).rejects.toThrow('pg_dump');
    await db.close();
    await store.remove();
  });
});

/** The same database through a proxy that can stop transferring anything, or lose a connection at a statement. */
async function muteableLink(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let isMute = false;
  let lost: { readonly statement: string; readonly isSent: boolean } | null = null;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => {
        if (isMute) return;
        if (from === far || lost === null || !data.includes(lost.statement)) return void to.write(data);
        if (!lost.isSent) near.destroy();
        else far.removeAllListeners('data').once('data', () => near.destroy());
        if (lost.isSent) to.write(data);
        lost = null;
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    databaseUrl: url.href,
    setMute: (next: boolean) => void (isMute = next),
    /** The next connection with this statement is lost before the statement is sent. */
    lose: (statement: string) => void (lost = { statement, isSent: false }),
    /** The next connection with this statement is lost with its answer. */
    loseAnswerTo: (statement: string) => void (lost = { statement, isSent: true }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
