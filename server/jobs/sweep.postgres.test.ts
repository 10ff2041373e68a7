// Sweeps of several processes that share a PostgreSQL database: some rounds run in one process at a time, others in each.
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Db } from '#server/db/open.ts';
import { serverLimits } from '#server/limits.ts';
import { freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { startSweep, type Sweep } from './sweep.ts';

const never = 2 ** 30;
const log = pino({ level: 'silent' });

interface Process {
  readonly app: FastifyInstance;
  readonly db: Db;
  /** Starts a sweep before the application is ready. Returns the function that requests a round. */
  sweep(sweep: Partial<Sweep> & Pick<Sweep, 'round'>): () => void;
  /** Runs the first rounds. */
  ready(): Promise<void>;
}

async function processes(count: number): Promise<Process[]> {
  const { databaseUrl, remove } = await freshPostgresDatabase();
  const all: Process[] = [];
  onTestFinished(async () => {
    for (const { app, db } of all) await app.close().then(() => db.close());
    await remove();
  });
  for (let number = 0; number < count; number += 1) {
    const db = await openDatabase({ dataDir: '', databaseUrl, migrations: [] });
    const app = fastify();
    app.decorate('startRounds', []);
    const sweep: Process['sweep'] = (given) =>
      startSweep(app, { db, log, limits: serverLimits }, { name: 'job', everyMs: never, isForAll: true, ...given });
    all.push({ app, db, sweep, ready: async () => void (await app.ready(), await Promise.all(app.startRounds)) });
  }
  return all;
}

test('a round for all processes runs in one at a time, and startup does not wait for the round of another process', async () => {
  const [first, second] = await processes(2);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rounds: string[] = [];
  first!.sweep({ round: async () => (rounds.push('first'), begun.resolve(), end.promise) });
  second!.sweep({ round: async () => rounds.push('second') });
  const started = first!.ready();
  await begun.promise;
  await second!.ready();
  expect(rounds).toEqual(['first']);
  end.resolve();
  await started;
});

test('rounds continue in another process when the one that ran them has closed', async () => {
  const [first, second] = await processes(2);
  const rounds: string[] = [];
  for (const [name, { sweep }] of [
    ['first', first!],
    ['second', second!],
  ] as const)
    sweep({ everyMs: 5, round: async () => rounds.push(name) });
  await first!.ready();
  await expect.poll(() => rounds.length).toBeGreaterThan(2);
  await second!.ready();
  await first!.app.close();
  const before = rounds.length;
  await expect.poll(() => rounds.length).toBeGreaterThan(before + 2);
  expect(new Set(rounds.slice(before))).toEqual(new Set(['second']));
});

test('a round that is requested while another process runs one begins after it', async () => {
  const [first, second] = await processes(2);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let rounds = 0;
  const ask = second!.sweep({ round: async () => (rounds += 1) });
  await second!.ready();
  first!.sweep({ round: async () => (begun.resolve(), end.promise) });
  const started = first!.ready();
  await begun.promise;
  expect(rounds).toBe(1);
  ask();
  expect(await second!.db.inTurn('sweep: job', async () => undefined)).toBe(false);
  end.resolve();
  await started;
  await expect.poll(() => rounds).toBe(2);
});

test('a round that is not for all processes runs in each', async () => {
  const all = await processes(2);
  const rounds = [0, 0];
  const end = Promise.withResolvers<void>();
  for (const [number, { sweep }] of all.entries())
    sweep({ isForAll: false, round: async () => ((rounds[number]! += 1), end.promise) });
  const started = all.map(({ ready }) => ready());
  await expect.poll(() => rounds).toEqual([1, 1]);
  end.resolve();
  await Promise.all(started);
});

test('a process that cannot reach the database starts, and sweeps later', async () => {
  const [only] = await processes(1);
  let rounds = 0;
  const inTurn = only!.db.inTurn;
  let isReachable = false;
  const db = {
    ...only!.db,
    inTurn: (...job: Parameters<Db['inTurn']>) => (isReachable ? inTurn(...job) : Promise.reject(new Error('unreachable'))),
  };
  startSweep(
    only!.app,
    { db, log, limits: serverLimits },
    { name: 'job', everyMs: 5, isForAll: true, round: async () => (rounds += 1) },
  );
  await only!.ready();
  expect(rounds).toBe(0);
  isReachable = true;
  await expect.poll(() => rounds).toBeGreaterThan(0);
});
