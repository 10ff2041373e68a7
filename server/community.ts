// What members do for and with each other in games, put together: the glitter, health reports, and the welcome of newcomers.
import type { FastifyInstance } from 'fastify';
import { cootiesRoutes } from './features/cooties/cooties.routes.ts';
import { createCootiesService } from './features/cooties/cooties.service.ts';
import type { GamesService } from './features/games/games.service.ts';
import { createParticipation } from './features/games/participation.service.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { openHealth } from './features/health/health.service.ts';
import type { Blocks } from './features/likes/blocks.service.ts';
import type { PeersStore } from './features/messages/peers.store.ts';
import type { NotificationsService } from './features/notifications/notifications.service.ts';
import type { PositionsService } from './features/positions/positions.service.ts';
import type { ProfilesService } from './features/profiles/profiles.service.ts';
import { openAnsweredHellos } from './features/welcome/answered-hellos.service.ts';
import { welcomeRoutes } from './features/welcome/welcome.routes.ts';
import { createWelcomeService } from './features/welcome/welcome.service.ts';
import type { World } from './world.ts';

interface Needs extends PeersStore {
  readonly blocks: Blocks;
  readonly games: GamesService;
  readonly notifications: NotificationsService;
  readonly positions: PositionsService;
  readonly profiles: ProfilesService;
}

export async function communityRoutes(app: FastifyInstance, world: World, needs: Needs): Promise<void> {
  const participation = createParticipation(world);
  const cooties = createCootiesService(world, { ...needs, participation });
  const health = await openHealth(world, needs);
  const answered = await openAnsweredHellos(world, { ...needs, cooties });
  cootiesRoutes(app, cooties);
  healthRoutes(app, health);
  welcomeRoutes(app, createWelcomeService(world, { ...needs, participation, answered, rates: app.rates }));
  sweep(app, world, [cooties, health, answered]);
  app.addHook('onClose', () => answered.settled());
}

interface Due {
  advance(): Promise<void>;
}

/** Looks for what is due from the start until the application closes, which waits for what is on its way. */
function sweep(app: FastifyInstance, world: World, parts: readonly Due[]): void {
  let round: Promise<unknown> | null = null;
  const advance = (part: Due): Promise<void> =>
    part.advance().catch((error: unknown) => world.log.error({ err: error }, 'what is due in a game could not be done'));
  const look = (): void => {
    round ??= Promise.all(parts.map(advance)).finally(() => (round = null));
  };
  look();
  const timer = setInterval(look, world.limits.communitySweepMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await round;
  });
}
