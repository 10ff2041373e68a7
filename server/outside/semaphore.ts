// A semaphore with a queue of limited length, and a limited time in it.

export interface Semaphore {
  /**
   * Resolves to true when a permit is acquired, which has to be released. Resolves to false at once if the queue is full, or after
   * the longest wait.
   */
  acquire(): Promise<boolean>;
  release(): void;
}

export function createSemaphore(permits: number, maxWaiting: number, maxWaitMs = Infinity): Semaphore {
  const waiting = new Set<(isAcquired: boolean) => void>();
  let free = permits;

  const wait = (): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isAcquired: boolean): void => {
        waiting.delete(end);
        clearTimeout(timer);
        resolve(isAcquired);
      };
      const timer = maxWaitMs === Infinity ? undefined : setTimeout(() => end(false), maxWaitMs);
      waiting.add(end);
    });

  return {
    async acquire() {
      if (free > 0) {
        free -= 1;
        return true;
      }
      return waiting.size < maxWaiting && wait();
    },
    release() {
      const [next] = waiting;
      if (next) next(true);
      else free += 1;
    },
  };
}
