// Notes about sockets that a server shares through its settings: with PostgreSQL and Redis, and otherwise none.
import { expect, onTestFinished, test } from 'vitest';
import { openPresence } from './open-presence.ts';
import { migratedPostgresDatabase } from './testing/app/postgres.ts';
import { openTestWorld } from './testing/app/test-world.ts';
import { startRedis } from './testing/fakes/redis.ts';

test('processes on one database know the sockets of each other, and a process that is alone knows none', async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  onTestFinished(remove);
  // The user that operators are told to create.
  const keys = ['~limits:*', '~states:*', '~presence:*', '&limits:*'];
  const user = ['community', 'on', '>right', ...keys, '+@all', '-@admin', '-@dangerous', '+info'];
  const redis = await startRedis(['--requirepass', 'other', '--user', ...user]);
  onTestFinished(() => redis.stop());
  const redisUrl = `redis://community:right@127.0.0.1:${redis.port}`;
  const open = async () => {
    const { world, close } = await openTestWorld({ databaseUrl });
    onTestFinished(close);
    expect(await openPresence({ databaseUrl: null, redisUrl }, world)).toBeNull();
    expect(await openPresence({ databaseUrl, redisUrl: null }, world)).toBeNull();
    const presence = await openPresence({ databaseUrl, redisUrl }, world, { waitMs: 60_000 });
    onTestFinished(() => presence?.close());
    return presence;
  };
  const [one, other] = [await open(), await open()];
  one?.tell('ada', '1');
  expect(await one?.notesOfOthers('ada')).toEqual([]);
  expect(await other?.notesOfOthers('ada')).toEqual(['1']);
});
