// When forgotten pictures are swept: at start and every hour, one round at a time.
import type { FastifyInstance } from 'fastify';
import type { World } from '#server/world.ts';
import type { PicturesService } from './pictures.service.ts';

/** Sweeps until the application closes, which waits for the round that is on its way. */
export function sweepPictures(app: FastifyInstance, world: World, pictures: PicturesService): void {
  let round = Promise.resolve();
  const sweep = () => {
    round = round
      .then(() => pictures.sweep())
      .catch((error: unknown) => world.log.error({ err: error }, 'pictures could not be swept'));
  };
  app.addHook('onReady', (done) => {
    sweep();
    done();
  });
  const timer = setInterval(sweep, world.limits.picturesSweepMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await round;
  });
}
