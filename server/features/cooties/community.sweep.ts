// When what is due in the games of the community is looked for: rounds of the glitter, health reports, answered hellos.
import type { FastifyInstance } from 'fastify';
import type { World } from '../../world.ts';

interface Due {
  advance(): Promise<void>;
}

/** Looks from the start until the application closes, which waits for what is on its way. One that fails holds up no other. */
export function sweepCommunity(app: FastifyInstance, world: World, parts: readonly Due[]): void {
  let round: Promise<unknown> | null = null;
  const advance = async (part: Due): Promise<void> => {
    try {
      await part.advance();
    } catch (error) {
      world.log.error({ err: error }, 'what is due in a game could not be done');
    }
  };
  const look = () => void (round ??= Promise.all(parts.map(advance)).finally(() => (round = null)));
  look();
  const timer = setInterval(look, world.limits.communitySweepMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await round;
  });
}
