// Tests how the address of PostgreSQL and the settings of the server come together on each connection.
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshPostgresDatabase, type TestDatabase } from '#server/testing/app/postgres.ts';
import { connectionTo } from './postgres-address.ts';
import { lockProcess } from './process-lock.ts';
import { temporaryFolder } from './process-lock.suite.ts';
import { ProcessSession } from './process-session.ts';

let database: TestDatabase;
let address: string;
beforeEach(async () => {
  database = await freshPostgresDatabase();
  address = `${database.databaseUrl}?options=-c%20work_mem%3D5MB%20-c%20tcp_keepalives_idle%3D900&application_name=community`;
});
afterEach(() => database.remove());

test('the session of the locks has the options of the address and its own keepalives', async () => {
  const session = new ProcessSession(address, () => undefined);
  const connection = await session.connection();
  expect(
    await connection.ask(`select current_setting('work_mem') as memory, current_setting('tcp_keepalives_idle') as idle`),
  ).toEqual([{ memory: '5MB', idle: '5' }]);
  await session.close();
});

test('the connection with the lock has the name of its process, whatever name the address sets', async () => {
  const folder = await temporaryFolder();
  const onTaken = () => expect.unreachable('nobody takes over');
  const lock = await lockProcess({ ...folder, databaseUrl: address, waitMs: 0, onTaken });
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and locktype = 'advisory' and objid = 7203412`,
  );
  expect(rows).toEqual([{ name: expect.stringMatching(/^community [\da-f-]{36}$/) }]);
  await client.end();
  await lock.close();
  await folder.remove();
});

test('an address without options stays as it is', () => {
  const plain = 'postgres://ada:p%40ss@db.internal/community?sslmode=require';
  expect(connectionTo(plain, { keepAlive: true })).toEqual({ connectionString: plain, keepAlive: true });
});
