// Conformance tests of the database room for SQLite and PostgreSQL.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorCode } from './errors.ts';
import type { Migration } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { type Db, openDatabase } from './open.ts';
import { pageOf, type Page, type ScanKey } from './scan.ts';

export interface Notes {
  notes: { id: string; room: string; body: string; number: number; is_pinned: 0 | 1; weight: number | null };
}

export const notesMigration: Migration = {
  name: '0001-notes',
  async up(db) {
    await db.schema
      .createTable('notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('room', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('is_pinned', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('weight', 'double precision')
      .execute();
  },
};

/** Where the database of one test is stored, and a way to read its rows without the code under test. */
export interface TestStore {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  committedIds(): Promise<string[]>;
  remove(): Promise<void>;
}

export function conformanceTests(newStore: () => Promise<TestStore>): void {
  describe('the database', () => {
    let store: TestStore;
    let db: Db<Notes>;
    const open = (migrations: readonly Migration[] = [notesMigration]) => openDatabase<Notes>({ ...store, migrations });
    const note = (id: string, number = 0) => ({ id, room: 'lobby', body: 'hello', number, is_pinned: 0 as const, weight: null });
    const add = (id: string) => db.write((tx) => tx.insertInto('notes').values(note(id)).execute());

    beforeEach(async () => {
      store = await newStore();
      db = await open();
    });
    afterEach(async () => {
      await db.close();
      await store.remove();
    });

    it('has committed a row, visible to any other reader, when write resolves', async () => {
      await add('first');
      expect(await store.committedIds()).toEqual(['first']);
      expect(await db.read.selectFrom('notes').select('id').execute()).toEqual([{ id: 'first' }]);
    });

    it('runs the callbacks added to a transaction once it is committed, in order and before write resolves', async () => {
      const ran: string[] = [];
      await db.write(async (tx) => {
        db.afterCommit(tx, () => ran.push('one'));
        await tx.insertInto('notes').values(note('first')).execute();
        db.afterCommit(tx, () => ran.push('two'));
        expect(ran).toEqual([]);
      });
      expect(ran).toEqual(['one', 'two']);
    });

    it('runs no callback of a transaction that is rolled back', async () => {
      const ran: string[] = [];
      const failing = db.write(async (tx) => {
        db.afterCommit(tx, () => ran.push('never'));
        await tx.insertInto('notes').values(note('first')).execute();
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(ran).toEqual([]);
    });

    it('runs only the callbacks that the committed try of a transaction has added', async () => {
      const ran: string[] = [];
      let tries = 0;
      const writing = db.write(async (tx) => {
        tries += 1;
        db.afterCommit(tx, () => ran.push(`try ${tries}`));
        await tx.insertInto('notes').values(note('first')).execute();
        if (tries === 1) throw Object.assign(new Error('a conflict'), { code: '40001' });
      });
      if (db.engine === 'postgres') await writing;
      else await expect(writing).rejects.toThrow('a conflict');
      expect(ran).toEqual(db.engine === 'postgres' ? ['try 2'] : []);
    });

    it('reads a whole table in pages, each row once, also after rows were changed and removed', async () => {
      const { key, start } = db.scanOf('notes.id');
      for (const id of ['e', 'b', 'd', 'a', 'c']) await add(id);
      await db.write(async (tx) => {
        await tx.updateTable('notes').set({ body: 'changed' }).where('id', '=', 'b').execute();
        await tx.deleteFrom('notes').where('id', '=', 'd').execute();
      });
      const read: string[] = [];
      let after: ScanKey | null = start;
      while (after !== null) {
        const rows: { id: string; key: ScanKey }[] = await db.read
          .selectFrom('notes')
          .select(['id', key.as('key')])
          .where(key, '>', after)
          .orderBy(key)
          .limit(2)
          .execute();
        const page: Page<{ id: string }> = pageOf(rows, 2, rows);
        read.push(...page.rows.map(({ id }) => id));
        after = page.next;
      }
      expect(read.toSorted()).toEqual(['a', 'b', 'c', 'e']);
    });

    it('shows no reader a row before its commit', async () => {
      const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
      const { promise: inserted, resolve: hasInserted } = Promise.withResolvers<void>();
      const writing = db.write(async (tx) => {
        await tx.insertInto('notes').values(note('hidden')).execute();
        expect(await tx.selectFrom('notes').select('id').execute()).toHaveLength(1);
        hasInserted();
        await looked;
      });
      await inserted;
      expect(await db.read.selectFrom('notes').select('id').execute()).toEqual([]);
      expect(await store.committedIds()).toEqual([]);
      goOn();
      await writing;
      expect(await store.committedIds()).toEqual(['hidden']);
    });

    it('rolls back one of many concurrent writes and keeps the others', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, index) =>
          db.write(async (tx) => {
            await tx
              .insertInto('notes')
              .values(note(`n${index}`))
              .execute();
            if (index % 3 === 0) throw new Error(`changed my mind ${index}`);
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(10);
      expect(outcomes[3]).toMatchObject({ status: 'rejected', reason: { message: 'changed my mind 3' } });
      const kept = await store.committedIds();
      expect(kept).toHaveLength(20);
      expect(kept).not.toContain('n3');
    });

    it('refuses a duplicate key with the same error, and keeps concurrent writes', async () => {
      await add('taken');
      const outcomes = await Promise.allSettled([add('before'), add('taken'), add('after')]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const [, refused] = outcomes;
      expect(refused.status === 'rejected' && errorCode(refused.reason)).toMatch(
        /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/,
      );
      expect(await store.committedIds()).toEqual(['after', 'before', 'taken']);
    });

    it('rolls back a write in which one statement failed, even when the error was caught', async () => {
      await add('taken');
      const careless = db.write(async (tx) => {
        await tx.insertInto('notes').values(note('kept?')).execute();
        await tx
          .insertInto('notes')
          .values(note('taken'))
          .execute()
          .catch(() => undefined);
      });
      await expect(careless).rejects.toThrow('failed earlier');
      expect(await store.committedIds()).toEqual(['taken']);
    });

    it('throws instead of blocking when the handle is used inside a write', async () => {
      await expect(db.write(() => db.read.selectFrom('notes').selectAll().execute())).rejects.toThrow('inside a running write');
      await expect(db.write(() => add('nested'))).rejects.toThrow('inside a running write');
      await add('still works');
      expect(await store.committedIds()).toEqual(['still works']);
    });

    it('lets work scheduled by a write use the handle later', async () => {
      const committed = Promise.withResolvers<void>();
      const { later } = await db.write(async (tx) => {
        await tx.insertInto('notes').values(note('written')).execute();
        return { later: committed.promise.then(() => db.read.selectFrom('notes').select('id').execute()) };
      });
      committed.resolve();
      expect(await later).toEqual([{ id: 'written' }]);
    });

    it('refuses to change rows through read', async () => {
      await expect(db.read.insertInto('notes').values(note('sneaky')).execute()).rejects.toThrow(/read-?only/);
      expect(await store.committedIds()).toEqual([]);
    });

    it('commits writes of one key in the order of their sequence numbers', async () => {
      const seen: number[] = [];
      const send = (index: number) =>
        db.write(async (tx) => {
          const number = await db.nextSequence(tx, 'lobby');
          await tx
            .insertInto('notes')
            .values(note(`m${index}`, number))
            .execute();
          return number;
        });
      const watcher = async () => {
        while (seen.length < 40) {
          const numbers = await db.read.selectFrom('notes').select('number').orderBy('number').execute();
          // A number that becomes visible after a larger one would be missed by "everything after" queries.
          expect(numbers.slice(0, seen.length).map((row) => row.number)).toEqual(seen);
          seen.splice(0, seen.length, ...numbers.map((row) => row.number));
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const [numbers] = await Promise.all([Promise.all(Array.from({ length: 40 }, (_, index) => send(index))), watcher()]);
      expect(new Set(numbers).size).toBe(40);
      expect([...numbers].toSorted((a, b) => a - b)).toEqual(seen);
    });

    it('takes locks in one order, so that writers with crossed lock sets all finish', async () => {
      const both = (...keys: string[]) =>
        db.write(async (tx) => {
          const number = await db.nextSequence(tx, ...keys);
          await tx
            .insertInto('notes')
            .values(note(`${keys.join('')}${number}`, number))
            .execute();
        });
      const rounds = Array.from({ length: 20 }, () => [both('a', 'b', 'c'), both('c', 'b', 'a'), both('b', 'a', 'b')]);
      await Promise.all(rounds.flat());
      expect(await store.committedIds()).toHaveLength(60);
    });

    it('continues the sequence after reopening and never reuses a committed number', async () => {
      const take = () => db.write((tx) => db.nextSequence(tx));
      const before = [await take(), await take(), await take()];
      await db.close();
      db = await open();
      const after = await take();
      expect(after).toBeGreaterThan(Math.max(...before));
    });

    it('returns integers as numbers and booleans as 0 or 1', async () => {
      const largest = Date.UTC(2200, 0);
      await db.write((tx) =>
        tx
          .insertInto('notes')
          .values({ ...note('wide', largest), weight: 72.5, is_pinned: 1 })
          .execute(),
      );
      const row = await db.read
        .selectFrom('notes')
        .select(({ fn, eb }) => [
          'number',
          'weight',
          fn.countAll<number>().over().as('count'),
          fn.sum<number>('number').over().as('sum'),
          eb('number', '>', 5).as('isLarge'),
        ])
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ number: largest, weight: 72.5, count: 1, sum: largest, isLarge: 1 });
    });

    it('returns the number of changed rows', async () => {
      await add('one');
      const [found, missed] = await db.write(async (tx) => [
        await tx.updateTable('notes').set({ body: 'changed' }).where('id', '=', 'one').executeTakeFirst(),
        await tx.updateTable('notes').set({ body: 'changed' }).where('id', '=', 'two').executeTakeFirst(),
      ]);
      expect([found?.numUpdatedRows, missed?.numUpdatedRows]).toEqual([1n, 0n]);
    });

    it('applies missing migrations and keeps the rows', async () => {
      await add('old');
      await db.close();
      const second: Migration = {
        name: '0002-stars',
        up: (schema) => schema.schema.alterTable('notes').addColumn('stars', 'integer').execute(),
      };
      db = await open([notesMigration, second]);
      const { rows } = await sql`select id, stars from notes`.execute(db.read);
      expect(rows).toEqual([{ id: 'old', stars: null }]);
    });

    it('rolls back a failed migration, and applies it again later', async () => {
      await db.close();
      const broken: Migration = {
        name: '0002-stars',
        async up(schema) {
          await schema.schema.createTable('stars').addColumn('id', 'text').execute();
          throw new Error('no stars today');
        },
      };
      await expect(open([notesMigration, broken])).rejects.toThrow('no stars today');
      const corrected: Migration = {
        ...broken,
        up: (schema) => schema.schema.createTable('stars').addColumn('id', 'text').execute(),
      };
      db = await open([notesMigration, corrected]);
      expect((await sql`select id from stars`.execute(db.read)).rows).toEqual([]);
    });

    it('refuses a database of a newer version with a helpful message', async () => {
      await add('precious');
      await db.close();
      const newer: Migration = { name: '0002-newer', up: async () => undefined };
      await (await open([notesMigration, newer])).close();
      await expect(open()).rejects.toMatchObject({ code: 'newer-database', message: expect.stringContaining('newer version') });
      db = await open([notesMigration, newer]);
      expect(await store.committedIds()).toEqual(['precious']);
    });

    it('applies all migrations, and the second time finds in one transaction that none is missing', async () => {
      const empty = await newStore();
      const first = await openDatabase({ ...empty, migrations });
      await first.close();
      const again = await openDatabase({ ...empty, migrations });
      expect(again.health().writes).toBe(1);
      expect(await again.read.selectFrom('accounts').selectAll().execute()).toEqual([]);
      await again.close();
      await empty.remove();
    });

    it('refuses writes after close, and stores nothing of them', async () => {
      await db.close();
      await expect(add('late')).rejects.toThrow();
      db = await open();
      expect(await store.committedIds()).toEqual([]);
    });
  });
}
