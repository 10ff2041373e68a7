// Remembers from the last calls whether a store answers, and checks a store that fails or was not called for long.

/** A store that is not called is checked after this many intervals. */
const idleIntervals = 12;

export class StoreHealth {
  #state: 'available' | 'failing' | 'silent' = 'available';
  #intervalsIdle = 0;
  #isChecking = false;
  readonly #check: () => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;

  /** `check` makes one call, and resolves to whether it succeeded. */
  constructor(everyMs: number, check: () => Promise<boolean>) {
    this.#check = check;
    this.#timer = setInterval(() => void this.#tick(), everyMs);
    this.#timer.unref();
  }

  get isAvailable(): boolean {
    return this.#state === 'available';
  }

  /** True if the last call got no answer in time. Further calls would wait as well. */
  get isSilent(): boolean {
    return this.#state === 'silent';
  }

  /** Call it when a call has succeeded. */
  answered(): void {
    this.#state = 'available';
    this.#intervalsIdle = 0;
  }

  /** Call it when all attempts of a call have failed. */
  failed(isSilent: boolean): void {
    this.#state = isSilent ? 'silent' : 'failing';
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    this.#intervalsIdle += 1;
    if (this.#isChecking || (this.isAvailable && this.#intervalsIdle < idleIntervals)) return;
    this.#isChecking = true;
    const isAnswered = await this.#check().catch(() => false);
    this.#isChecking = false;
    if (isAnswered) this.answered();
    // Not as silent, so that calls are still sent, and show whether only this check was lost.
    else if (this.isAvailable) this.failed(false);
  }
}
