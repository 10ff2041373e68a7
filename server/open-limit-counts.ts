// Opens the counts on which limits decide: in this process, or in the Redis that the settings name.
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createSecretsStore } from './db/secrets.ts';
import type { LimitCounts } from './limiters/counts.ts';
import { localCounts } from './limiters/local-counts.ts';
import type { RedisCounts } from './limiters/redis-counts.ts';
import type { World } from './world.ts';

type OpenLimitCounts = LimitCounts & Pick<RedisCounts, 'close'>;
type Parts = Pick<World, 'clock' | 'ids' | 'limits' | 'log'> & { readonly db: Db };

/** Throws if REDIS_URL names a Redis that cannot be used. `time` replaces the clock of Redis in tests. */
export async function openLimitCounts(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  { clock, db, ids, limits, log }: Parts,
  { waitMs = limits.sharedCountsWaitMs, time }: { readonly waitMs?: number; readonly time?: () => number } = {},
): Promise<OpenLimitCounts> {
  if (redisUrl === null) return { ...localCounts(clock), close: async () => undefined };
  const secret = await db.write((tx) => createSecretsStore(tx).findOrStore('shared-limits', ids.secret(32)));
  // This module is loaded only where it is used.
  const { openRedisCounts } = await import('./limiters/redis-counts.ts');
  return openRedisCounts(redisUrl, {
    secret,
    clock,
    time,
    waitMs,
    startWithinMs: limits.sharedCountsStartMs,
    processName: ids.uuid(),
    onChange(error) {
      if (error === null) log.warn('limits are shared with the other processes again');
      else log.warn({ reason: error.message }, 'Redis does not answer: until it does, limits are stricter');
    },
  });
}
