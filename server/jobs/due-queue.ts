// Processes rows of the database when they are due, and tries again after failures.
import type { World } from '#server/world.ts';

interface DueRow {
  /** When the row is due, in ms since 1970. */
  readonly next_ms: number;
}

export interface DueQueueWork<Row extends DueRow> {
  /** The name in the log. */
  readonly name: string;
  /** The maximum number of concurrent attempts. */
  readonly maxInFlight: number;
  /** The delay before the queue is read again after an error. */
  readonly readAgainMs: number;
  /** The rows that are due first, even if they are not due yet. */
  first(max: number): Promise<readonly Row[]>;
  /** Postpones the rows to `untilMs`, and returns those that no other process has claimed. */
  claim(rows: readonly Row[], untilMs: number): Promise<readonly Row[]>;
  /** Processes a claimed row: finishes or postpones it. If it throws, the row is due again when the claim ends. */
  attempt(row: Row): Promise<void>;
}

export interface DueQueue {
  /** Checks now whether rows are due. */
  wake(): void;
  /** Claims no more rows, and waits up to 5 s for the attempts with those that are claimed. */
  close(): Promise<void>;
}

/** Longer than any attempt. After a crash the row is processed again. */
const claimMs = 60_000;
const longestSleepMs = 60_000;
const closeMs = 5_000;

/** The delay after `tries` failed attempts: `firstMs`, doubling up to `longestMs`. */
export const doublingDelayMs = (tries: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** (tries - 1), longestMs);

/** Opens the queue and starts with the rows that are due. */
export function openDueQueue<Row extends DueRow>(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  { name, maxInFlight, readAgainMs, first, claim, attempt }: DueQueueWork<Row>,
): DueQueue {
  const inFlight = new Set<Promise<void>>();
  let isClosed = false;
  let isWoken = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function launch(row: Row): void {
    const trying = attempt(row)
      .catch((error: unknown) => log.error({ err: error, queue: name }, 'an attempt failed'))
      .finally(() => {
        inFlight.delete(trying);
        wake();
      });
    inFlight.add(trying);
  }

  /** Starts attempts for rows that are due, up to the maximum. Returns how long to sleep. */
  async function processDue(): Promise<number> {
    while (!isClosed && inFlight.size < maxInFlight) {
      const rows = await first(maxInFlight - inFlight.size);
      const nowMs = clock.now();
      const due = rows.filter(({ next_ms }) => next_ms <= nowMs);
      if (due.length === 0) return Math.min((rows[0]?.next_ms ?? Infinity) - nowMs, longestSleepMs);
      for (const row of await claim(due, nowMs + claimMs)) launch(row);
    }
    // When an attempt ends, it wakes the queue.
    return longestSleepMs;
  }

  async function run(): Promise<void> {
    let sleepMs = longestSleepMs;
    do {
      isWoken = false;
      sleepMs = await processDue().catch((error: unknown) => {
        log.error({ err: error, queue: name }, 'a queue could not be read');
        return readAgainMs;
      });
    } while (isWoken && !isClosed);
    running = null;
    if (!isClosed) timer = setTimeout(wake, sleepMs).unref();
  }

  function wake(): void {
    if (isClosed) return;
    clearTimeout(timer);
    isWoken = true;
    running ??= run();
  }

  wake();
  return {
    wake,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const ended = Promise.resolve(running).then(() => Promise.all(inFlight));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
    },
  };
}
