// Repeats work that failed each second until it succeeds, such as while the database is away.

export interface RepeatedWork<T> {
  /** Replaces what was added before for the same key. */
  add(key: string, value: T): void;
  remove(key: string): void;
  get(key: string): T | undefined;
  /** Nothing is repeated from now on. */
  close(): void;
}

const againMs = 1_000;

/** When `work` fails again, it must add its key again. */
export function createRepeatedWork<T>(work: (key: string, value: T) => Promise<unknown>): RepeatedWork<T> {
  const failed = new Map<string, T>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function repeatAll(): Promise<void> {
    for (const [key, value] of failed) {
      failed.delete(key);
      await work(key, value).catch(() => undefined);
      // The rest would fail as well.
      if (failed.has(key)) break;
    }
    timer = undefined;
    startTimer();
  }

  function startTimer(): void {
    if (failed.size > 0 && !isClosed) timer ??= setTimeout(() => void repeatAll(), againMs).unref();
  }

  return {
    add(key, value) {
      failed.set(key, value);
      startTimer();
    },
    remove: (key) => void failed.delete(key),
    get: (key) => failed.get(key),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
