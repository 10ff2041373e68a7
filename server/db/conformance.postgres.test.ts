// The conformance tests on a real PostgreSQL server, and tests of concurrent and lost connections.
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { freshPostgresDatabase, stopPostgres } from '#server/testing/app/postgres.ts';
import { conformanceTests, type Notes, notesMigration, type Place } from './conformance.suite.ts';
import { openDatabase } from './open.ts';

async function newPlace(): Promise<Place & { databaseUrl: string }> {
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

afterAll(stopPostgres);

conformanceTests(newPlace);

describe('the database on PostgreSQL', () => {
  const note = (id: string) => ({ id, room: 'lobby', body: 'hello', number: 0, is_pinned: 0 as const, weight: null });

  it('retries a write after a deadlock', async () => {
    const place = await newPlace();
    const db = await openDatabase<Notes>({ ...place, migrations: [notesMigration] });
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
    await place.remove();
  });

  it('is unavailable while connections are cut, and recovers', async () => {
    const place = await newPlace();
    const db = await openDatabase<Notes>({ ...place, migrations: [notesMigration] });
    const cut = db.write(async (tx) => {
      await tx.insertInto('notes').values(note('lost')).execute();
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    await expect(cut).rejects.toMatchObject({ code: 'database-unavailable' });
    await db.write((tx) => tx.insertInto('notes').values(note('kept')).execute());
    expect(await place.committedIds()).toEqual(['kept']);
    await db.close();
    await place.remove();
  });

  it('migrates once when processes start concurrently', async () => {
    const place = await newPlace();
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase<Notes>({ ...place, migrations: [notesMigration] })));
    expect(await place.committedIds()).toEqual([]);
    await Promise.all(opened.map((db) => db.close()));
    await place.remove();
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
    const place = await newPlace();
    const db = await openDatabase<Notes>({ ...place, migrations: [notesMigration] });
    await expect(db.backup('/nowhere/copy')).rejects.toThrow('pg_dump');
    await db.close();
    await place.remove();
  });
});
