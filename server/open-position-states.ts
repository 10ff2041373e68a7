// Opens the states of positions that processes on one database share in the Redis that the settings name.
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createSecretsStore } from './db/secrets.ts';
import type { RedisPositionStates } from './redis/position-states.ts';
import type { World } from './world.ts';

type Parts = Pick<World, 'clock' | 'ids' | 'limits' | 'log'> & { readonly db: Db };

/** Null for a process that is alone. A Redis that does not answer is no error here: states may be lost. */
export async function openPositionStates(
  { databaseUrl, redisUrl }: Pick<Config, 'databaseUrl' | 'redisUrl'>,
  { clock, db, ids, limits, log }: Parts,
  { waitMs = limits.sharedCountsWaitMs }: { readonly waitMs?: number } = {},
): Promise<RedisPositionStates | null> {
  if (databaseUrl === null || redisUrl === null) return null;
  const secret = await db.write((tx) => createSecretsStore(tx).findOrStore('position-states', ids.secret(32)));
  // It is loaded only where it is used.
  const { openRedisPositionStates } = await import('./redis/position-states.ts');
  return openRedisPositionStates(redisUrl, {
    secret,
    waitMs,
    nowMs: clock.now,
    onFailure: (error) => log.debug({ err: error }, 'the state of a position is lost'),
  });
}
