// Runs a job at the start, and then at an interval until the application closes.
import type { FastifyInstance } from 'fastify';
import type { World } from '#server/world.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The first rounds of all sweeps. They begin when the application is ready. */
    startRounds: Promise<void>[];
  }
}

export interface Sweep {
  /** The name in the log. */
  readonly name: string;
  readonly everyMs: number;
  round(): Promise<unknown>;
}

/** Runs one round at a time. Closing waits for it. The returned function starts a round now, or after the running one. */
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
    if (running !== null) app.startRounds.push(running);
    done();
  });
  // While a round runs, ticks are ignored, so that slow rounds do not pile up.
  const timer = setInterval(() => running ?? wake(), everyMs);
  timer.unref();
  app.addHook('onClose', async () => {
    isClosed = true;
    clearInterval(timer);
    await running;
  });
  return wake;
}
