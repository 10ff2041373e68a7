// Several processes on one PostgreSQL database: each hears of all changes in the order of the commits, and nobody waits for a stopped one.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '#server/db/migrations/index.ts';
import { DatabaseFailure } from '#server/db/errors.ts';
import { openDatabase, type Db, type Tx } from '#server/db/open.ts';
import { localBus, type BusEvent } from '#server/outside/bus.ts';
import { migratedPostgresDatabase } from '#server/testing/app/postgres.ts';
import { joinChanges, type SharingTimes } from './shared-changes.ts';

/** Long, so that a busy machine loses no lease. */
const patient: SharingTimes = { leaseMs: 60_000, followEveryMs: 250, knownWithinMs: 60_000, keptMs: 600_000 };
const block = (blockerId: string, blockedId: string, isBlocked = true): BusEvent => ({
  type: 'blockChanged',
  blockerId,
  blockedId,
  isBlocked,
});

async function openDatabaseForTest() {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  const closings: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    await Promise.all(closings.map((close) => close()));
    await remove();
  });

  async function join(id: string, times: Partial<SharingTimes> = {}, change = (db: Db): Db => db) {
    const db = change(await openDatabase({ dataDir: '', databaseUrl, migrations }));
    const heard: BusEvent[] = [];
    const errors: unknown[] = [];
    const bus = localBus((error) => errors.push(error));
    bus.on('blockChanged', (event) => void heard.push(event));
    bus.on('pushQueued', (event) => void heard.push(event));
    let nowMs = 0;
    /** Added to the real time, for a process that was stopped. */
    const stoppedFor = (ms: number) => (nowMs += ms);
    const ends: string[] = [];
    const changes = await joinChanges({
      databaseUrl,
      db,
      bus,
      id,
      times: { ...patient, ...times },
      nowMs: () => performance.now() + nowMs,
      onError: (error) => errors.push(error),
      onOutdated: (sentence) => ends.push(sentence),
    });
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= changes.close().then(() => db.close()));
    closings.push(close);
    const publish = (...events: BusEvent[]) => changes.db.write(async (tx) => events.forEach((event) => changes.add(tx, event)));
    return { bus, changes, heard, errors, publish, stoppedFor, ends, close };
  }
  return { databaseUrl, join };
}

async function threeProcesses(times: Partial<SharingTimes> = {}) {
  const { join } = await openDatabaseForTest();
  const all = [await join('a', times), await join('b', times), await join('c', times)] as const;
  for (const { changes } of all) await changes.start();
  return all;
}

test('every process has heard of a change when the write resolves', async () => {
  const all = await threeProcesses();
  for (const [n, { publish }] of all.entries()) {
    await publish(block('x', `y${n}`), block('x', `z${n}`));
    for (const { heard } of all) expect(heard.slice(-2)).toEqual([block('x', `y${n}`), block('x', `z${n}`)]);
  }
});

test('changes of one row are heard by all in the order of their commits', async () => {
  const all = await threeProcesses();
  const last: boolean[] = [];
  const lockRow = (tx: Tx) => sql`select pg_advisory_xact_lock(42)`.execute(tx);
  const toggle = (n: number): Promise<void> => {
    const { changes } = all[n % 3] ?? all[0];
    return changes.db.write(async (tx) => {
      await lockRow(tx);
      last.push(n % 2 === 0);
      changes.add(tx, block('x', 'y', n % 2 === 0));
    });
  };
  // Each write holds a connection while it waits for the row, so more writes at once would wait too long for a connection.
  for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 10 }, (_, n) => toggle(round * 10 + n)));
  const told = all.map(({ heard }) => heard.map((event) => event.type === 'blockChanged' && event.isBlocked));
  expect(told).toEqual([last, last, last]);
});

test('a change that is committed after one with a higher number is not missed, and none is heard twice', async () => {
  const [first, second, third] = await threeProcesses();
  const hasNumber = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const late = first.changes.db.write(async (tx) => {
    // This write takes its transaction id now, and is committed last.
    await sql`select pg_current_xact_id()`.execute(tx);
    first.changes.add(tx, block('late', 'y'));
    hasNumber.resolve();
    await mayCommit.promise;
  });
  await hasNumber.promise;
  await second.publish(block('early', '1'));
  await second.publish(block('early', '2'));
  expect(third.heard).toEqual([block('early', '1'), block('early', '2')]);
  mayCommit.resolve();
  await late;
  for (const { heard } of [first, second, third])
    expect(heard).toEqual([block('early', '1'), block('early', '2'), block('late', 'y')]);
});

test('no event of a transaction that is rolled back is heard, and of one that is repeated only the last', async () => {
  const [first, second] = await threeProcesses();
  const failed = first.changes.db.write(async (tx) => {
    first.changes.add(tx, block('never', 'y'));
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  let tries = 0;
  await first.changes.db.write(async (tx) => {
    tries += 1;
    first.changes.add(tx, block(`try ${tries}`, 'y'));
    if (tries === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
  });
  await first.publish(block('later', 'y'));
  for (const { heard } of [first, second]) expect(heard).toEqual([block('try 2', 'y'), block('later', 'y')]);
});

test('a write waits until listeners of other processes have applied its change', async () => {
  const [first, second] = await threeProcesses();
  const mayApply = Promise.withResolvers<void>();
  second.bus.on('blockChanged', () => mayApply.promise);
  let isAnswered = false;
  const written = first.publish(block('x', 'y')).then(() => (isAnswered = true));
  await expect.poll(() => second.heard).toHaveLength(1);
  await first.publish({ type: 'pushQueued', profileId: 'x' });
  expect(isAnswered).toBe(false);
  mayApply.resolve();
  await written;
});

test('a call that finds its change stored waits until all processes know it, though another process has stored it', async () => {
  const [first, second, third] = await threeProcesses();
  const mayApply = Promise.withResolvers<void>();
  third.bus.on('blockChanged', () => mayApply.promise);
  const unanswered = first.publish(block('x', 'y'));
  await expect.poll(() => second.heard).toEqual([block('x', 'y')]);
  let isAnswered = false;
  const repeated = second.publish({ type: 'foundStored' }).then(() => (isAnswered = true));
  await second.publish({ type: 'pushQueued', profileId: 'x' });
  await delay(100);
  expect(isAnswered).toBe(false);
  mayApply.resolve();
  await Promise.all([unanswered, repeated]);
});

/** A listener that fails as long as there is an error. */
function failing(first: unknown) {
  const failure = { error: first };
  return {
    failure,
    listener: () => {
      if (failure.error !== null) throw failure.error;
    },
  };
}

const isNumber = expect.any(Number);

test('a process does not report a change as known that a listener could not apply, and applies it again in order', async () => {
  const { join } = await openDatabaseForTest();
  const first = await join('a');
  const second = await join('b', { leaseMs: 1_000, followEveryMs: 50 });
  const { failure, listener } = failing(new Error('a bug'));
  second.bus.on('blockChanged', ({ blockedId }) => void (blockedId === 'y' && listener()));
  const pushes: BusEvent[] = [];
  second.bus.on('pushQueued', (event) => void pushes.push(event));
  await first.changes.start();
  await second.changes.start();

  const written = first.publish(block('x', 'y'), { type: 'pushQueued', profileId: 'x' }, block('x', 'z'));
  await expect.poll(() => second.changes.lease?.term()).toBeNull();
  await written;
  second.heard.length = 0;
  failure.error = null;
  await expect.poll(() => second.changes.lease?.term()).toEqual(isNumber);
  expect(second.heard.filter(({ type }) => type === 'blockChanged')).toEqual([block('x', 'y'), block('x', 'z')]);
  // No write waits for this event, which was applied the first time.
  expect(pushes).toHaveLength(1);
});

test('a write fails as database-unavailable if a listener of its own process fails', async () => {
  const [first] = await threeProcesses();
  const { failure, listener } = failing(new Error('a bug'));
  first.bus.on('blockChanged', listener);
  await expect(first.publish(block('x', 'y'))).rejects.toMatchObject({ code: 'database-unavailable' });
  failure.error = null;
  await first.publish(block('x', 'z'));
});

test('a process that can never apply a change has to end, and one whose database is unavailable waits', async () => {
  const { join } = await openDatabaseForTest();
  const times = { leaseMs: 600, followEveryMs: 50, knownWithinMs: 300 };
  const first = await join('a');
  const waiting = await join('b', times);
  const broken = await join('c', times);
  waiting.bus.on('blockChanged', failing(new DatabaseFailure('database-unavailable', 'It is away.')).listener);
  broken.bus.on('blockChanged', failing(new Error('a bug')).listener);
  for (const { changes } of [first, waiting, broken]) await changes.start();
  await first.publish(block('x', 'y'));
  await expect.poll(() => broken.ends.at(0)).toContain('could not apply a change');
  expect(waiting.ends).toEqual([]);
  expect(waiting.changes.lease?.term()).toBeNull();
});

test('writes wait for a process that does not follow until its lease has ended, and it knows all changes before it answers again', async () => {
  const { join } = await openDatabaseForTest();
  const gate = { wait: Promise.resolve() };
  const slow = (db: Db): Db => ({
    ...db,
    write: async (work) => {
      await gate.wait;
      return db.write(work);
    },
  });
  const first = await join('a');
  const stopped = await join('b', { leaseMs: 1_000 }, slow);
  await first.changes.start();
  await stopped.changes.start();
  const term = stopped.changes.lease?.term();
  expect(term).toEqual(expect.any(Number));
  let isLost = false;
  stopped.changes.lease?.onLost(() => (isLost = true));

  const { promise, resolve } = Promise.withResolvers<void>();
  gate.wait = promise;
  await first.publish(block('x', 'y'));
  // The other process takes its lease as ended before the database does.
  expect(stopped.changes.lease?.term()).toBeNull();
  expect(isLost).toBe(true);
  resolve();
  await expect.poll(() => stopped.changes.lease?.term()).toEqual(expect.any(Number));
  expect(stopped.changes.lease?.term()).not.toBe(term);
  expect(stopped.heard).toEqual([block('x', 'y')]);
});

test('a process that was stopped finds its lease lost as soon as it runs again', async () => {
  const [, stopped] = await threeProcesses();
  const term = stopped.changes.lease?.term();
  stopped.stoppedFor(patient.leaseMs);
  expect(stopped.changes.lease?.term()).toBeNull();
  await stopped.publish(block('x', 'y'));
  await expect.poll(() => stopped.changes.lease?.term()).toBe((term ?? 0) + 1);
});

test('no write waits for a process that has ended, and a process that starts misses nothing from joining on', async () => {
  const { join } = await openDatabaseForTest();
  const first = await join('a');
  await first.changes.start();
  const ended = await join('b');
  await ended.changes.start();
  await ended.changes.close();
  const starting = await join('c');
  expect(starting.changes.lease?.term()).toBeNull();
  await first.publish(block('x', 'y'));
  expect(starting.heard).toEqual([]);
  await starting.changes.start();
  expect(starting.changes.lease?.term()).toEqual(expect.any(Number));
  expect(starting.heard).toEqual([block('x', 'y')]);
});

test('changes in the backup of another server, whose transactions had higher numbers, are not heard but removed', async () => {
  const { databaseUrl, join } = await openDatabaseForTest();
  const db = await openDatabase({ dataDir: '', databaseUrl, migrations });
  const restored = JSON.stringify(block('x', 'y', false));
  await db.write((tx) => sql`insert into changes (xid, event) values ('9000000000000', ${restored})`.execute(tx));
  const first = await join('a');
  await first.changes.start();
  await first.publish(block('x', 'z'));
  expect(first.heard).toEqual([block('x', 'z')]);
  const { rows } = await sql<{ event: string }>`select event from changes`.execute(db.read);
  await db.close();
  expect(rows.map(({ event }) => JSON.parse(event) as BusEvent)).toEqual([block('x', 'z')]);
});

test('an event that belongs to no transaction reaches all processes', async () => {
  const all = await threeProcesses();
  all[0].changes.publish({ type: 'pushQueued', profileId: 'x' });
  all[0].changes.publish({ type: 'pushQueued', profileId: 'y' });
  for (const { heard } of all)
    await expect
      .poll(() => heard)
      .toEqual([
        { type: 'pushQueued', profileId: 'x' },
        { type: 'pushQueued', profileId: 'y' },
      ]);
});

test('changes that all processes know are removed, and a process that reported nothing for long has to end', async () => {
  const { databaseUrl, join } = await openDatabaseForTest();
  const first = await join('a', { leaseMs: 600, followEveryMs: 50, keptMs: 2_000 });
  const silent = await join('b');
  await first.changes.start();
  await first.publish(block('x', 'y'));
  const db = await openDatabase({ dataDir: '', databaseUrl, migrations });
  const count = async (table: 'changes' | 'processes') =>
    Number((await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db.read)).rows[0]?.count);
  await expect.poll(() => count('processes')).toBe(1);
  await expect.poll(() => count('changes')).toBe(0);
  await db.close();
  await silent.changes.start();
  expect(silent.ends).toEqual([expect.stringContaining('the others forgot it')]);
});

test('closing waits for what listeners read and publish later, so that nothing queries a closed database', async () => {
  const { databaseUrl, join } = await openDatabaseForTest();
  const [first, second] = [await join('a'), await join('b')];
  for (const { changes } of [first, second]) await changes.start();
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  second.bus.on('pushQueued', async () => {
    begun.resolve();
    await end.promise;
    await sql`select 1`.execute(second.changes.db.read);
    void second.changes.publish({ type: 'casesDue' });
  });
  await first.publish({ type: 'pushQueued', profileId: 'x' });
  await begun.promise;
  const closed = second.close();
  // Without the running listener, closing is faster than this.
  await delay(500);
  end.resolve();
  await closed;
  expect([first.errors, second.errors]).toEqual([[], []]);
  const db = await openDatabase({ dataDir: '', databaseUrl, migrations });
  const { rows } = await sql<{ event: string }>`select event from changes order by id`.execute(db.read);
  await db.close();
  expect(rows.map(({ event }) => JSON.parse(event).type)).toContain('casesDue');
});

test('a write says that the database is unavailable when another process holds a lease and does not follow', async () => {
  const { join } = await openDatabaseForTest();
  const first = await join('a', { knownWithinMs: 300 });
  const deaf = await join('b');
  await first.changes.start();
  await deaf.changes.start();
  deaf.bus.on('blockChanged', () => delay(2_000));
  await expect(first.publish(block('x', 'y'))).rejects.toMatchObject({ code: 'database-unavailable' });
});
