// Tells the first process that uses a PostgreSQL database from processes that start while others run, by a lock that all of them share.
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { HeldConnection, ProcessSession } from './process-session.ts';

/** Arbitrary, but different from the number of turns. */
const runningLock = 7_203_414;
const joiningLock = 7_203_415;
const retryEveryMs = 250;

interface Joined {
  readonly held: HeldConnection;
  readonly isFirst: boolean;
}

type Write<S> = <T>(work: (tx: Transaction<S>) => Promise<T>) => Promise<T>;
type Begin<S> = (tx: Transaction<S>, isFirst: boolean) => Promise<void>;

/** Calls `begin` as described in `Db` (open.ts). */
export async function joinRunning<S>(session: ProcessSession, write: Write<S>, begin: Begin<S>): Promise<void> {
  while (!(await hasJoined(session, write, begin))) await delay(retryEveryMs, undefined, { ref: false });
}

async function hasJoined<S>(session: ProcessSession, write: Write<S>, begin: Begin<S>): Promise<boolean> {
  const last: { joined: Joined | null } = { joined: null };
  try {
    await write(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(joiningLock)})`.execute(tx);
      // If the transaction is tried again, this process has its locks already.
      last.joined = await enter(await session.connection(), last.joined);
      if (last.joined !== null) await begin(tx, last.joined.isFirst);
    });
  } catch (error) {
    await last.joined?.held.end();
    throw error;
  }
  return settle(last.joined);
}

/**
 * Shares the lock, and also holds it alone if no other process shares it. Null if another process holds it alone: one that died during
 * `begin`, which only one process runs at a time.
 */
async function enter(held: HeldConnection, before: Joined | null): Promise<Joined | null> {
  if (before?.held === held) return before;
  if (!(await isTrue(held, `pg_try_advisory_lock_shared(${runningLock})`))) return null;
  return { held, isFirst: await isTrue(held, `pg_try_advisory_lock(${runningLock})`) };
}

/** Lets other processes share the lock. False if joining must be tried again. */
async function settle(joined: Joined | null): Promise<boolean> {
  if (joined === null || joined.held.isLost) return false;
  return !joined.isFirst || isTrue(joined.held, `pg_advisory_unlock(${runningLock})`);
}

async function isTrue(held: HeldConnection, call: string): Promise<boolean> {
  const [row] = await held.ask<{ is_true: boolean }>(`select ${call} as is_true`);
  return row?.is_true === true;
}
