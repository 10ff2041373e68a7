// The connections of one test serve the next one, which finds none of them busy.
import { afterAll, expect, test } from 'vitest';
import type { Connections } from '#server/db/postgres.ts';
import { keepPools } from './kept-pools.ts';
import { freshPostgresDatabase } from './postgres.ts';

const pools = keepPools();
afterAll(async () => {
  await pools.end();
});

const options = '-c default_transaction_read_only=on';

async function sessionOf(connections: Connections): Promise<number> {
  const client = await connections.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  client.release();
  return rows[0]?.pid ?? 0;
}

test('a session is used again for the same database with the same options, after it was returned', async () => {
  const [{ databaseUrl }, other] = [await freshPostgresDatabase(), await freshPostgresDatabase()];
  const first = pools.poolOf(databaseUrl, options);
  const session = await sessionOf(first);
  const beside = pools.poolOf(databaseUrl, options);
  expect(await sessionOf(beside)).not.toBe(session);
  await first.end();
  for (const another of [pools.poolOf(databaseUrl, ''), pools.poolOf(other.databaseUrl, options)])
    expect(await sessionOf(another)).not.toBe(session);
  expect(await sessionOf(pools.poolOf(databaseUrl, options))).toBe(session);
});

test('a returned pool gives no connections, and returning it waits until all of them are free', async () => {
  const { databaseUrl } = await freshPostgresDatabase();
  const connections = pools.poolOf(databaseUrl, options);
  const client = await connections.connect();
  let hasEnded = false;
  const ending = connections.end().then(() => (hasEnded = true));
  await expect(connections.connect()).rejects.toThrow('after calling end');
  await client.query('select 1');
  expect(hasEnded).toBe(false);
  client.release();
  await ending;
  expect(connections.ended).toBe(true);
});
