// Keeps connections to PostgreSQL from one test to the next, since a new session first reads what it needs of the schema.
import type { Pool, PoolClient } from 'pg';
import { newPool, type Connections, type PoolOf } from '#server/db/postgres.ts';

export interface KeptPools {
  /** A pool that an earlier test has returned, or a new one. Ending it only returns it, once its connections are free. */
  readonly poolOf: PoolOf;
  /** Closes all connections. */
  end(): Promise<void>;
}

export function keepPools(): KeptPools {
  const all: Pool[] = [];
  const free = new Map<string, Pool[]>();

  return {
    poolOf(databaseUrl, options) {
      const key = `${databaseUrl} ${options}`;
      const returned = free.get(key) ?? [];
      free.set(key, returned);
      const pool = returned.pop() ?? newPool(databaseUrl, options);
      if (!all.includes(pool)) all.push(pool);
      return borrowed(pool, () => void returned.push(pool));
    },
    end: async () => void (await Promise.all(all.splice(0).map((pool) => pool.end()))),
  };
}

function borrowed(pool: Pool, returnPool: () => void): Connections {
  let isReturned = false;
  return {
    options: pool.options,
    async connect(): Promise<PoolClient> {
      // The message that pg has for this error.
      if (isReturned) throw new Error('Cannot use a pool after calling end on the pool');
      return pool.connect();
    },
    async end() {
      if (isReturned) return;
      isReturned = true;
      while (pool.totalCount > pool.idleCount || pool.waitingCount > 0)
        // The pool emits a release before it has counted it.
        await new Promise<void>((resolve) => void pool.once('release', () => setImmediate(resolve)));
      returnPool();
    },
    get ended() {
      return isReturned;
    },
    get totalCount() {
      return pool.totalCount;
    },
    get waitingCount() {
      return pool.waitingCount;
    },
  };
}
