// Searches for an exact position in what three processes send, log, store in PostgreSQL and keep in Redis.
import { expect, onTestFinished, test } from 'vitest';
import { openRedisPositionStates } from './redis/position-states.ts';
import { leaks } from './testing/privacy/attacked-population.ts';
import { searchForCanary } from './testing/privacy/canary.ts';
import { openSharedApps } from './testing/app/shared-apps.ts';
import type { TestApp } from './testing/app/test-app.ts';
import { everyRow, everyTable } from './testing/app/whole-database.ts';
import { startRedis } from './testing/fakes/redis.ts';

async function search(leak?: (typeof leaks)[keyof typeof leaks]) {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const failures: unknown[] = [];
  const positionStates = await openRedisPositionStates(redis.url, {
    secret: 'secret',
    waitMs: 60_000,
    nowMs: Date.now,
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => positionStates.close());
  const stored = async ({ world: { db } }: TestApp) => {
    const tables = (await everyTable(db)).map(async ({ name }) => [name, JSON.stringify(await everyRow(db, name))] as const);
    return [['Redis', await redis.dump()] as const, ...(await Promise.all(tables))];
  };
  const found = await searchForCanary({ leak, open: openSharedApps, parts: { positionStates }, stored });
  expect(failures).toEqual([]);
  return found;
}

test('an exact position is in no reply, frame, push, log, table or value of Redis', async () => {
  const { places, hits } = await search();
  expect(hits).toEqual([]);
  for (const source of ['push', 'socket', 'log', 'Redis', 'changes', 'positions', 'position_states'])
    expect(places.get(source), source).toBeGreaterThan(100);
});

test('the search finds the position when it leaks', async () => {
  expect((await search(leaks.briefs)).hits).not.toEqual([]);
});
