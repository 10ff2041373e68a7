// Opens what processes on one database tell each other of their sockets, in the Redis that the settings name.
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createSecretsStore } from './db/secrets.ts';
import type { RedisPresence } from './redis/presence.ts';
import type { World } from './world.ts';

type Parts = Pick<World, 'clock' | 'ids' | 'limits' | 'log'> & { readonly db: Db };

/** Null for a process that is alone. It refuses a Redis that does not answer. */
export async function openPresence(
  { databaseUrl, redisUrl }: Pick<Config, 'databaseUrl' | 'redisUrl'>,
  { db, ids, limits, log }: Parts,
  { waitMs = limits.sharedCountsWaitMs }: { readonly waitMs?: number } = {},
): Promise<RedisPresence | null> {
  if (databaseUrl === null || redisUrl === null) return null;
  const secret = await db.write((tx) => createSecretsStore(tx).findOrStore('presence', ids.secret(32)));
  // It is loaded only where it is used.
  const { openRedisPresence } = await import('./redis/presence.ts');
  return openRedisPresence(redisUrl, {
    ...limits.presence,
    secret,
    waitMs,
    processName: ids.uuid(),
    onChange(error) {
      if (error === null) log.warn('the sockets of the other processes are known again');
      else log.warn({ reason: error.message }, 'Redis does not answer: until it does, each process allows fewer sockets');
    },
  });
}
