// Runs a task at once when it is asked for, and at most once in each interval when it is asked for often.

export interface Paced {
  /** Runs the task, or once for all calls until the interval has passed. */
  soon(): void;
  /** Runs the task without waiting for the interval. */
  now(): void;
  /** From now on the task is not run. */
  stop(): void;
}

export function paced(intervalMs: number, task: () => void): Paced {
  let resting: NodeJS.Timeout | null = null;
  let isWanted = false;
  let isStopped = false;

  function now(): void {
    if (isStopped) return;
    isWanted = false;
    if (resting !== null) clearTimeout(resting);
    resting = setTimeout(() => {
      resting = null;
      if (isWanted) now();
    }, intervalMs);
    task();
  }

  return {
    soon() {
      if (resting === null) now();
      else isWanted = true;
    },
    now,
    stop() {
      isStopped = true;
      if (resting !== null) clearTimeout(resting);
    },
  };
}
