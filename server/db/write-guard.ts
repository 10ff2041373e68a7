// Notices when the database is used inside a write, where only tx may be used.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Each open database has one. An inner write could wait forever for the outer one, and a read would not see its rows. */
export class WriteGuard {
  readonly #running = new AsyncLocalStorage<{ isRunning: boolean }>();

  /** Throws if it is called inside a running write. */
  assertOutside(handle: 'read' | 'write'): void {
    if (this.#running.getStore()?.isRunning) {
      throw new Error(`db.${handle} was used inside a running write: use only the tx that write passes on.`);
    }
  }

  /** Runs `work` as a write. What it schedules for later is not part of the write. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const mark = { isRunning: true };
    return this.#running.run(mark, async () => {
      try {
        return await work();
      } finally {
        mark.isRunning = false;
      }
    });
  }
}
