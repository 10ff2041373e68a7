// A PostgreSQL database with what the processes that share it agree on: turns of jobs, and which of them runs alone.
import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { openPostgres, type PoolOf } from './postgres.ts';
import { postgresTurns } from './postgres-turns.ts';
import { ProcessSession } from './process-session.ts';
import { joinRunning } from './running-processes.ts';

const retryEveryMs = 1_000;
const isTrue = () => true;
const isFalse = () => false;

interface Options {
  readonly assertMayWrite?: (() => void) | undefined;
  readonly poolOf?: PoolOf | undefined;
}

export async function openSharedPostgres<S>(databaseUrl: string, { assertMayWrite, poolOf }: Options = {}) {
  let join: (() => Promise<void>) | null = null;
  let isRejoining = false;
  let isClosed = false;
  const session = new ProcessSession(databaseUrl, () => void rejoin());
  const turns = postgresTurns(session);
  const assertMayWriteInTurn = () => {
    assertMayWrite?.();
    turns.assertMayWrite();
  };
  const db = await openPostgres<S>(databaseUrl, assertMayWriteInTurn, poolOf).catch(async (error: unknown) => {
    await session.close();
    throw error;
  });

  /** While it runs, the loss of another connection makes `join` fail, and it tries again. */
  async function rejoin(): Promise<void> {
    if (join === null || isRejoining) return;
    isRejoining = true;
    while (!isClosed && !(await join().then(isTrue, isFalse))) await delay(retryEveryMs, undefined, { ref: false });
    isRejoining = false;
  }

  return {
    ...db,
    inTurn: turns.inTurn,
    async joinRunning(begin: (tx: Transaction<S>, isFirst: boolean) => Promise<void>): Promise<void> {
      const joining = () => joinRunning(session, db.write, begin);
      await joining();
      join = joining;
    },
    async close(): Promise<void> {
      isClosed = true;
      await db.close();
      await session.close();
    },
  };
}
