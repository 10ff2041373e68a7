// Commands for an existing server on PostgreSQL: an empty database stays empty, and another program's database stays unchanged.
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshPostgresDatabase, migratedPostgresDatabase, type TestDatabase } from '#server/testing/app/postgres.ts';
import { openExistingDatabase } from './existing-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshPostgresDatabase();
});
afterEach(() => database.remove());

async function ask(statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}
const relations = () => ask(`select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`);
const opening = (databaseUrl: string) => openExistingDatabase({ dataDir: '', databaseUrl });

test('an empty database is refused and stays empty', async () => {
  await expect(opening(database.databaseUrl)).rejects.toMatchObject({
    code: 'wrong-data',
    message: 'The database is empty. Set DATABASE_URL to that of the server.',
  });
  expect(await relations()).toEqual([]);
});

test("another program's database is refused and stays as it is", async () => {
  await ask('create table photos (id int)');
  await expect(opening(database.databaseUrl)).rejects.toThrow('has tables of another program. Set DATABASE_URL to');
  expect(await relations()).toEqual([{ relname: 'photos' }]);
});

test("a server's database is opened", async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  const db = await opening(databaseUrl);
  expect(await db.read.selectFrom('pictures').select('id').execute()).toEqual([]);
  await db.close();
  await remove();
});
