// The whole application with simulated time, also for its intervals.
import { mock } from 'node:test';
import { openTestApp } from './test-app.ts';
import type { TestWorldOptions } from './test-world.ts';

/** Only one per process: it replaces the intervals of the process until it is closed. */
export async function openTimedApp(options: TestWorldOptions) {
  mock.timers.enable({ apis: ['setInterval'] });
  const app = await openTestApp(options);
  return {
    ...app,
    /** Sets the clock forward, but intervals by one second, for the work of each second. Resolves when that has finished. */
    async pass(ms: number): Promise<void> {
      app.clock.pass(ms);
      mock.timers.tick(1_000);
      // After this write and these turns, the work that the tick started has been written and sent.
      await app.world.db.write(async () => undefined);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async close(): Promise<void> {
      await app.close();
      mock.timers.reset();
    },
  };
}
