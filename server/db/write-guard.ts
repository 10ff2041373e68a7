// Detects use of the database handle inside a running write, where only tx may be used.
import { AsyncLocalStorage } from 'node:async_hooks';

/** One per open database. On SQLite such a call would deadlock; on PostgreSQL it would miss its own rows. */
export class WriteGuard {
  readonly #running = new AsyncLocalStorage<{ isRunning: boolean }>();

  /** Throws when called from inside a running write. */
  assertOutside(handle: 'read' | 'write'): void {
    if (this.#running.getStore()?.isRunning) {
      throw new Error(`db.${handle} was used inside a running write: use only the tx that write passes on.`);
    }
  }

  /** Runs `work` marked as a running write; work that it schedules for later is not marked. */
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
