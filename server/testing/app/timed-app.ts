// The whole application in a time that passes when told to, for its own timers too.
import { mock } from 'node:test';
import { openTestApp } from './test-app.ts';
import type { TestWorldOptions } from './test-world.ts';

/** One at a time in a process: it takes the place of the process's intervals until it is closed. */
export async function openTimedApp(options: TestWorldOptions) {
  mock.timers.enable({ apis: ['setInterval'] });
  const app = await openTestApp(options);
  return {
    ...app,
    /** Lets time pass, and the server do what it does once a second; resolves when that shows. */
    async pass(ms: number): Promise<void> {
      app.clock.pass(ms);
      mock.timers.tick(1_000);
      // What the tick began has been written and told when these have had their turn.
      await app.world.db.write(async () => undefined);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async close(): Promise<void> {
      await app.close();
      mock.timers.reset();
    },
  };
}
