// Tells the first process that uses a PostgreSQL database from processes that start while others run, by a lock that all of them share.
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { SessionConnection, ProcessSession } from './process-session.ts';

/** The numbers of two locks. They are arbitrary, but differ from those of the other locks, such as the one for turns. */
const runningLock = 7_203_414;
const joiningLock = 7_203_415;
const retryEveryMs = 250;

interface Joined {
  readonly connection: SessionConnection;
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
    await last.joined?.connection.end();
    throw error;
  }
  return settle(last.joined);
}

/**
 * Shares the lock, and also holds it alone if no other process shares it. Null while another process holds it alone: one that has run
 * `begin` and is about to let others share the lock, or one that died before that.
 */
async function enter(connection: SessionConnection, before: Joined | null): Promise<Joined | null> {
  if (before?.connection === connection) return before;
  if (!(await isTrue(connection, `pg_try_advisory_lock_shared(${runningLock})`))) return null;
  return { connection, isFirst: await isTrue(connection, `pg_try_advisory_lock(${runningLock})`) };
}

/** Lets other processes share the lock. False if joining must be tried again. */
async function settle(joined: Joined | null): Promise<boolean> {
  if (joined === null || joined.connection.isLost) return false;
  return !joined.isFirst || isTrue(joined.connection, `pg_advisory_unlock(${runningLock})`);
}

async function isTrue(connection: SessionConnection, call: string): Promise<boolean> {
  const [row] = await connection.ask<{ is_true: boolean }>(`select ${call} as is_true`);
  return row?.is_true === true;
}
