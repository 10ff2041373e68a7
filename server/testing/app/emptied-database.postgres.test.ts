// A PostgreSQL database that a test has used is empty for the next one, and is not used again once its schema was changed.
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { migrations } from '#server/db/migrations/index.ts';
import { everyRow, everyTable } from './whole-database.ts';
import { migratedPostgresDatabase } from './postgres.ts';
import { openTestApp } from './test-app.ts';
import { openTestWorld } from './test-world.ts';

/** Runs `use` on a database, and returns the one that the next test gets. */
async function nextAfter(use: (databaseUrl: string) => Promise<void>) {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  await use(databaseUrl);
  await remove();
  const next = await migratedPostgresDatabase();
  return { ...next, isSame: next.databaseUrl === databaseUrl };
}

async function runIn(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const ledgerEntry = `insert into ledger (place, at_ms, case_id, what, who, detail, chain) values (1, 1, 'a', 'b', 'c', 'd', 'e')`;

test.each(['first', 'second'])(
  'after its %s use a database has no rows but the migrations, and its sequence begins again',
  async () => {
    const next = await nextAfter(async (databaseUrl) => {
      const app = await openTestApp({ databaseUrl });
      await app.member();
      await app.world.db.write((tx) => app.world.db.nextSequence(tx));
      await app.close();
      await runIn(databaseUrl, ledgerEntry);
    });
    expect(next.isSame).toBe(true);
    const { world, close } = await openTestWorld({ databaseUrl: next.databaseUrl });
    const filled = [];
    for (const { name } of await everyTable(world.db)) if ((await everyRow(world.db, name)).length > 0) filled.push(name);
    expect(filled).toEqual(['migrations']);
    expect(await everyRow(world.db, 'migrations')).toHaveLength(migrations.length);
    expect(await world.db.write((tx) => world.db.nextSequence(tx))).toBe(1);
    await close();
    await next.remove();
  },
);

test('deleted rows leave no pages in an emptied database, and its foreign keys hold', async () => {
  const next = await nextAfter(async (databaseUrl) => {
    const app = await openTestApp({ databaseUrl });
    const { accountId } = await app.member();
    await app.world.db.write((tx) => tx.deleteFrom('accounts').where('id', '=', accountId).execute());
    await app.close();
  });
  expect(next.isSame).toBe(true);
  const client = new Client({ connectionString: next.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  expect(rows).toEqual([{ relname: 'migrations' }]);
  const known = `insert into known_browsers (mark_hash, account_id, session_hash, signed_in_ms) values ('a', 'b', 'c', 1)`;
  await expect(client.query(known)).rejects.toThrow(/foreign key/);
  await expect(client.query('truncate accounts')).rejects.toThrow(/foreign key/);
  await client.end();
  await next.remove();
});

test('the same database serves many tests', async () => {
  const served = new Set<string>();
  for (let use = 0; use < 4; use += 1) {
    const { databaseUrl, remove } = await migratedPostgresDatabase();
    served.add(databaseUrl);
    const app = await openTestApp({ databaseUrl });
    await app.member();
    await app.close();
    await remove();
  }
  expect(served.size).toBe(1);
});

test.each([
  ['a table is added', 'create table extra (id text)'],
  ['a column is added', 'alter table ledger add column extra text'],
  ['an index is removed', 'drop index ledger_by_case'],
  ['a trigger is removed', 'drop trigger ledger_keeps on ledger'],
  ['a trigger is disabled', 'alter table ledger disable trigger ledger_keeps'],
  ['a function is replaced', 'alter function ledger_only_grows() cost 1000'],
  ['statistics are gathered', `${ledgerEntry}; analyze ledger`],
])('a database is not used again after %s', async (_what, statement) => {
  const next = await nextAfter((databaseUrl) => runIn(databaseUrl, statement));
  expect(next.isSame).toBe(false);
  await next.remove();
});
