// A periodic job: runs at the start and at an interval, until the application closes.
import type { FastifyInstance } from 'fastify';
import type { World } from '#server/world.ts';

export interface Sweep {
  /** For the log, when a round fails. */
  readonly name: string;
  readonly everyMs: number;
  round(): Promise<unknown>;
}

/** Runs one round at a time; closing waits for it. The returned function asks for a round now, after the one that is running. */
export function startSweep(app: FastifyInstance, { log }: Pick<World, 'log'>, { name, everyMs, round }: Sweep): () => void {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isClosed = false;

  async function rounds(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false;
      await round().catch((error: unknown) => log.error({ err: error, sweep: name }, 'a sweep failed'));
    }
  }
  const wake = (): void => {
    isWanted = true;
    running ??= rounds().finally(() => (running = null));
  };

  app.addHook('onReady', (done) => {
    wake();
    done();
  });
  // A tick that finds a round running is dropped: a slow round must not queue the next one.
  const timer = setInterval(() => running ?? wake(), everyMs);
  timer.unref();
  app.addHook('onClose', async () => {
    isClosed = true;
    clearInterval(timer);
    await running;
  });
  return wake;
}
