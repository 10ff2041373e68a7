// Refuses a second process on the same data: each keeps blocks, positions and sessions in memory, and would not see the other's. Only
// processes that follow each other's changes may share a PostgreSQL database.
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseFailure } from './errors.ts';
import { tryLockFolder } from './folder-lock.ts';
import { tryLockPostgres } from './postgres-lock.ts';

export interface ProcessLock {
  /** Throws DatabaseFailure while it is unknown whether this process still has the lock. Call before each write. */
  readonly assertHeld: () => void;
  close(): Promise<void>;
}

export interface ProcessLockOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Whether this process may use the database together with others that set this too. Its folder is always its own. */
  readonly isShared?: boolean;
  /** How long to wait for the process that has the lock to end. */
  readonly waitMs: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Called when another process has taken over the database after this one lost its connection. This one must end. */
  readonly onTaken: (reason: string) => void;
}

const askEveryMs = 250;

/** Throws DatabaseFailure 'in-use' when another process still has the data at the end of the wait. */
export async function lockProcess(options: ProcessLockOptions): Promise<ProcessLock> {
  const { dataDir, databaseUrl, isShared = false, waitMs, signal, onTaken } = options;
  const untilMs = performance.now() + waitMs;

  async function lockWhenFree<L>(tryLock: () => L | null | Promise<L | null>, refusal: string): Promise<L> {
    for (;;) {
      const lock = await tryLock();
      if (lock !== null) return lock;
      if (performance.now() >= untilMs) throw new DatabaseFailure('in-use', refusal);
      await delay(askEveryMs);
      signal?.throwIfAborted();
    }
  }

  const folder = await lockWhenFree(
    () => tryLockFolder(dataDir),
    `Another process uses the folder ${resolve(dataDir)}. Stop it first, or set DATA_DIR to another folder.`,
  );
  try {
    const database =
      databaseUrl === undefined
        ? null
        : await lockWhenFree(
            () => tryLockPostgres(databaseUrl, isShared, onTaken),
            isShared
              ? 'Another process uses this PostgreSQL database alone, without REDIS_URL or PICTURES_URL. Stop it first, or set DATABASE_URL to another database.'
              : 'Another process uses this PostgreSQL database. Stop it first, or set DATABASE_URL to another database.',
          );
    return {
      assertHeld: () => database?.assertHeld(),
      async close() {
        await database?.close();
        folder.close();
      },
    };
  } catch (error) {
    folder.close();
    throw error;
  }
}
