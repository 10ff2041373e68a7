// Processes on one database share states and notes in Redis, as the user that operators are told to create.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import { openSharedRedis } from './open-shared-redis.ts';
import { migratedPostgresDatabase } from './testing/app/postgres.ts';
import { openTestWorld } from './testing/app/test-world.ts';
import { startRedis } from './testing/fakes/redis.ts';

test('processes read each other’s states of positions and notes about sockets', async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  onTestFinished(remove);
  const told = readFileSync(path.join(import.meta.dirname, '../scripts/deploy/README.md'), 'utf8');
  const [, rights = ''] = /^ {4}user community on >PASSWORD (.+)$/m.exec(told) ?? [];
  const redis = await startRedis(['--requirepass', 'other', '--user', 'community', 'on', '>right', ...rights.split(' ')]);
  onTestFinished(() => redis.stop());
  const open = async () => {
    const { world, close } = await openTestWorld({ databaseUrl });
    onTestFinished(close);
    const shared = await openSharedRedis(`redis://community:right@127.0.0.1:${redis.port}`, world, { waitMs: 60_000 });
    onTestFinished(() => shared.close());
    return shared;
  };
  const [one, other] = [await open(), await open()];
  await one.positionStates.store('id', 'state', Date.now() + hourMs);
  expect(await other.positionStates.read('id')).toBe('state');
  one.presence.publish('ada', '1');
  expect(await one.presence.valuesOfOthers('ada')).toEqual([]);
  expect(await other.presence.valuesOfOthers('ada')).toEqual(['1']);
});
