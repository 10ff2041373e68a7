// Opens what processes on one database share in Redis in addition to the counts of limits: states of positions, and notes about sockets.
import type { Db } from './db/open.ts';
import { createSecretsStore } from './db/secrets.ts';
import type { RedisPositionStates } from './redis/position-states.ts';
import type { RedisPresence } from './redis/presence.ts';
import type { World } from './world.ts';

type Parts = Pick<World, 'clock' | 'ids' | 'limits' | 'log'> & { readonly db: Db };

interface SharedRedis {
  readonly positionStates: RedisPositionStates;
  readonly presence: RedisPresence;
  close(): Promise<void>;
}

/** Throws if Redis does not answer. */
export async function openSharedRedis(
  redisUrl: string,
  { clock, db, ids, limits, log }: Parts,
  { waitMs = limits.sharedCountsWaitMs }: { readonly waitMs?: number } = {},
): Promise<SharedRedis> {
  // These modules are loaded only where they are used.
  const { openRedisPositionStates } = await import('./redis/position-states.ts');
  const { openRedisPresence } = await import('./redis/presence.ts');
  const secretOf = (name: string) => db.write((tx) => createSecretsStore(tx).findOrStore(name, ids.secret(32)));
  const presence = await openRedisPresence(redisUrl, {
    ...limits.presence,
    secret: await secretOf('presence'),
    waitMs,
    processName: ids.uuid(),
    onChange(error) {
      if (error === null) log.warn('the sockets of the other processes are known again');
      else log.warn({ reason: error.message }, 'Redis does not answer: until it does, each process allows fewer sockets');
    },
  });
  const positionStates = await openRedisPositionStates(redisUrl, {
    secret: await secretOf('position-states'),
    waitMs,
    nowMs: clock.now,
    onFailure: (error) => log.debug({ err: error }, 'Redis does not keep the state of a position'),
  });
  return {
    positionStates,
    presence,
    async close() {
      positionStates.close();
      await presence.close();
    },
  };
}
