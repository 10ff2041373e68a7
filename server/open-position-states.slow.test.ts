// The states of positions that a server shares through its settings: with PostgreSQL and Redis, and otherwise none.
import { expect, onTestFinished, test } from 'vitest';
import { openPositionStates } from './open-position-states.ts';
import { migratedPostgresDatabase } from './testing/app/postgres.ts';
import { openTestWorld } from './testing/app/test-world.ts';
import { startRedis } from './testing/fakes/redis.ts';

test('processes on one database read the states of each other, and a process that is alone has none', async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  onTestFinished(remove);
  // The user that operators are told to create.
  const user = ['community', 'on', '>right', '~limits:*', '~states:*', '&limits:*', '+@all', '-@admin', '-@dangerous', '+info'];
  const redis = await startRedis(['--requirepass', 'other', '--user', ...user]);
  onTestFinished(() => redis.stop());
  const redisUrl = `redis://community:right@127.0.0.1:${redis.port}`;
  const open = async () => {
    const { world, close } = await openTestWorld({ databaseUrl });
    onTestFinished(close);
    const states = await openPositionStates({ databaseUrl, redisUrl }, world, { waitMs: 60_000 });
    onTestFinished(() => states?.close());
    expect(await openPositionStates({ databaseUrl: null, redisUrl }, world)).toBeNull();
    expect(await openPositionStates({ databaseUrl, redisUrl: null }, world)).toBeNull();
    return states;
  };
  const [one, other] = [await open(), await open()];
  await one?.store('id', 'state', Date.now() + 3_600_000);
  expect(await other?.read('id')).toBe('state');
});
