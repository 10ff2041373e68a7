// A semaphore with a queue of limited length.

export interface Semaphore {
  /** Resolves to true when a permit is acquired, which has to be released. Resolves to false at once if the queue is full. */
  acquire(): Promise<boolean>;
  release(): void;
}

export function createSemaphore(permits: number, maxWaiting: number): Semaphore {
  const waiting: ((isAcquired: boolean) => void)[] = [];
  let free = permits;
  return {
    async acquire() {
      if (free > 0) {
        free -= 1;
        return true;
      }
      if (waiting.length >= maxWaiting) return false;
      return new Promise((resolve) => waiting.push(resolve));
    },
    release() {
      const next = waiting.shift();
      if (next) next(true);
      else free += 1;
    },
  };
}
