// The progress of the server's startup. Whatever loads members counts them here, and lets calls be answered in between.
import { setImmediate as afterReading } from 'node:timers/promises';

export interface StartProgress {
  expect(members: number): void;
  /** Resolves after waiting calls are answered. Rejects if the server has to end before it has started. */
  advance(members: number): Promise<void>;
}

export class StartCount implements StartProgress {
  done = 0;
  of = 0;
  readonly #ending: AbortSignal | undefined;

  constructor(ending?: AbortSignal) {
    this.#ending = ending;
  }

  expect(members: number): void {
    this.of += members;
  }

  async advance(members: number): Promise<void> {
    this.done += members;
    await afterReading();
    this.#ending?.throwIfAborted();
  }
}
