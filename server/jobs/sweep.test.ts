// Closing waits for the running rounds of sweeps, but not for long.
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { localTurns } from '#server/db/turns.ts';
import { serverLimits } from '#server/limits.ts';
import { startSweep } from './sweep.ts';

/** Opens an application whose sweeps run these first rounds. */
async function sweeping(lastJobsMs: number, rounds: readonly (() => Promise<unknown>)[]) {
  const logged: string[] = [];
  const log = pino({}, { write: (line) => logged.push(line) });
  const app = fastify();
  app.decorate('startRounds', []);
  const world = { db: localTurns(), log, limits: { ...serverLimits, lastJobsMs } };
  for (const [number, round] of rounds.entries())
    startSweep(app, world as never, { name: `job ${number}`, everyMs: 2 ** 30, isForAll: true, round });
  await app.ready();
  return { app, logged };
}

test('a running round is completed', async () => {
  const end = Promise.withResolvers<void>();
  let isDone = false;
  const { app } = await sweeping(60_000, [async () => end.promise.then(() => (isDone = true))]);
  const closing = app.close();
  setTimeout(end.resolve, 20);
  await closing;
  expect(isDone).toBe(true);
});

test('all rounds together are waited for no longer than the limit, and their failures after that are not logged', async () => {
  const end = Promise.withResolvers<void>();
  const failing = async () => {
    await end.promise;
    throw new Error('The database is closed.');
  };
  const { app, logged } = await sweeping(500, [failing, failing, failing, failing]);
  const fromMs = performance.now();
  await app.close();
  const closedMs = performance.now() - fromMs;
  expect(closedMs).toBeGreaterThanOrEqual(499);
  expect(closedMs).toBeLessThan(1_500);
  end.resolve();
  await Promise.all(app.startRounds);
  expect(logged).toEqual([]);
});
