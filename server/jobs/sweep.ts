// Runs a job at startup, and then at an interval until the application closes. Each run is a round.
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
  /** Whether a round is for all processes that share the database, or only for the memory and the disk of this one. */
  readonly isForAll: boolean;
  round(): Promise<unknown>;
}

/** How soon a round that was asked for is tried again while another process runs one, which may have begun too early. */
const askAgainMs = 500;

/**
 * Runs one round at a time. A round for all processes is left out while another process runs one. Closing waits for the running rounds
 * of all sweeps together up to `lastJobsMs`; what a round has not done is done by the next one, after the start. The returned function
 * asks for a round now, or after the running one.
 */
export function startSweep(
  app: FastifyInstance,
  { db, log, limits }: Pick<World, 'db' | 'log' | 'limits'>,
  { name, everyMs, isForAll, round }: Sweep,
): () => void {
  let running: Promise<void> | null = null;
  let [isDue, isAskedFor, isClosed, isLeft] = [false, false, false, false];
  let again: NodeJS.Timeout | undefined;

  const hasRun = async (): Promise<boolean> => (isForAll ? db.inTurn(`sweep: ${name}`, round) : round().then(() => true));

  async function rounds(): Promise<void> {
    while (isDue && !isClosed) {
      const wasAskedFor = isAskedFor;
      isDue = isAskedFor = false;
      const isDone = await hasRun().catch((error: unknown) => {
        // A round that is no longer waited for fails when the database is closed.
        if (!isLeft) log.error({ err: error, sweep: name }, 'a sweep failed');
        return true;
      });
      if (!isDone && wasAskedFor && !isClosed) again = setTimeout(ask, askAgainMs).unref();
    }
  }
  function wake(): void {
    isDue = true;
    running ??= rounds().finally(() => (running = null));
  }
  function ask(): void {
    clearTimeout(again);
    isAskedFor = true;
    wake();
  }

  app.addHook('onReady', (done) => {
    wake();
    if (running !== null) app.startRounds.push(running);
    done();
  });
  // While a round runs, ticks are ignored, so that slow rounds do not pile up.
  const timer = setInterval(() => running ?? wake(), everyMs);
  timer.unref();
  const left = Promise.withResolvers<void>();
  // Before any sweep is waited for, so that the time is the same for all of them.
  app.addHook('preClose', (done) => {
    isClosed = true;
    clearInterval(timer);
    clearTimeout(again);
    setTimeout(() => {
      isLeft = true;
      left.resolve();
    }, limits.lastJobsMs).unref();
    done();
  });
  app.addHook('onClose', async () => {
    await Promise.race([running, left.promise]);
  });
  return ask;
}
