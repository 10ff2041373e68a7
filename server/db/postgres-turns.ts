// Runs jobs in turn with the other processes that use a PostgreSQL database: each turn is an advisory lock of this process's session.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseFailure } from './errors.ts';
import type { SessionConnection, ProcessSession } from './process-session.ts';
import type { Turns } from './turns.ts';

/** The first of two numbers; the second is a hash of the name. Arbitrary, but different from those of migrations and of the process. */
const turnLocks = 7_203_413;
/** A process that was silent for this long has refused its own writes for 10 seconds, so another one takes over. */
const takenOverAfter = '20 seconds';

interface Turn {
  readonly connection: SessionConnection;
  isOver: boolean;
}

export interface PostgresTurns extends Turns {
  /** Throws DatabaseFailure in the work of a turn that is lost. */
  readonly assertMayWrite: () => void;
}

export function postgresTurns(session: ProcessSession): PostgresTurns {
  const running = new Set<string>();
  const turns = new AsyncLocalStorage<Turn>();

  async function runAndRelease(connection: SessionConnection, name: string, work: () => Promise<unknown>): Promise<void> {
    const turn = { connection, isOver: false };
    try {
      await turns.run(turn, work);
    } finally {
      turn.isOver = true;
      // If this fails, the connection is lost, and the lock was or will be released with it.
      await connection.ask('select pg_advisory_unlock($1, hashtext($2))', [turnLocks, name]).catch(() => undefined);
    }
  }

  return {
    assertMayWrite() {
      const turn = turns.getStore();
      // What still runs after the turn is not part of it.
      if (turn === undefined || turn.isOver || !turn.connection.isLost) return;
      throw new DatabaseFailure(
        'database-unavailable',
        'The connection was lost, so another process may have taken over this job.',
      );
    },

    async inTurn(name, work) {
      // The lock keeps other processes out, but not this one, whose session could take it twice.
      if (running.has(name)) return false;
      running.add(name);
      try {
        const connection = await session.connection();
        if (!(await tryLock(connection, name))) return false;
        await runAndRelease(connection, name, work);
        return true;
      } finally {
        running.delete(name);
      }
    },
  };
}

async function tryLock(connection: SessionConnection, name: string): Promise<boolean> {
  const [row] = await connection.ask<{ is_held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as is_held', [
    turnLocks,
    name,
  ]);
  if (row?.is_held === true) return true;
  await endSilentHolder(connection, name);
  return false;
}

/** A running process sends a query every few seconds, but the connection of a stopped one stays open. */
async function endSilentHolder(connection: SessionConnection, name: string): Promise<void> {
  await connection.ask(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and pg_locks.database = (select oid from pg_database where datname = current_database())
        and classid = $1 and objid::bigint = hashtext($2)::bigint & 4294967295 and objsubid = 2
        and state_change < now() - interval '${takenOverAfter}'`,
    [turnLocks, name],
  );
}
