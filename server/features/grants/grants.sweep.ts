// When shared pictures whose time is over are looked for: every few seconds, so that open screens lose them too.
import type { FastifyInstance } from 'fastify';
import type { World } from '#server/world.ts';
import type { GrantsService } from './grants.service.ts';

/** Looks until the application closes, which waits for the round that is on its way. Nobody sees a picture for longer meanwhile. */
export function sweepGrants(app: FastifyInstance, world: World, grants: GrantsService): void {
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= grants
      .sweep()
      .catch((error: unknown) => world.log.error({ err: error }, 'shared pictures could not be ended'))
      .finally(() => (round = null));
  }, world.limits.grantsSweepMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await round;
  });
}
