// A semaphore with a waiting queue of limited length.

export interface Semaphore {
  /** True once a permit is acquired, which must be released; false at once when the queue is full. */
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
