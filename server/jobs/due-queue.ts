// A queue of rows that are processed when they are due: claims them, tries them, and sleeps until the next one.
import type { World } from '#server/world.ts';

interface DueRow {
  /** In ms since 1970. */
  readonly next_ms: number;
}

export interface DueQueueWork<Row extends DueRow> {
  /** For the log. */
  readonly name: string;
  /** The most tries that run at the same time. */
  readonly maxInFlight: number;
  /** The delay after the queue could not be read. */
  readonly readAgainMs: number;
  /** The rows that are due first; they may be due later than now. */
  first(most: number): Promise<readonly Row[]>;
  /** Makes the rows due again at `untilMs`; returns those that no other process claimed first. */
  claim(rows: readonly Row[], untilMs: number): Promise<readonly Row[]>;
  /** One try of a claimed row: finishes or postpones it. If it throws, the row is due again when its claim ends. */
  attempt(row: Row): Promise<void>;
}

export interface DueQueue {
  /** Looks for due rows now. Rows from before a restart are found without it. */
  wake(): void;
  /** Starts no further try and waits up to 5 s for those that run. */
  close(): Promise<void>;
}

/** Longer than a try can take: after a crash during a try, the row is tried again then. */
const claimMs = 60_000;
const longestSleepMs = 60_000;
const closeMs = 5_000;

/** The wait after the nth failed try (1 is the first): `firstMs`, doubling to `longestMs`. */
export const doublingDelayMs = (tries: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** (tries - 1), longestMs);

/** Opens the queue; what is due is sent at once. */
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
      .catch((error: unknown) => log.error({ err: error, queue: name }, 'a try to send failed'))
      .finally(() => {
        inFlight.delete(trying);
        wake();
      });
    inFlight.add(trying);
  }

  /** Sends what is due while there is room; returns how long to sleep. */
  async function sendDue(): Promise<number> {
    while (!isClosed && inFlight.size < maxInFlight) {
      const rows = await first(maxInFlight - inFlight.size);
      const nowMs = clock.now();
      const due = rows.filter(({ next_ms }) => next_ms <= nowMs);
      if (due.length === 0) return Math.min((rows[0]?.next_ms ?? Infinity) - nowMs, longestSleepMs);
      for (const row of await claim(due, nowMs + claimMs)) launch(row);
    }
    // A try that ends wakes it.
    return longestSleepMs;
  }

  async function run(): Promise<void> {
    let sleepMs = longestSleepMs;
    do {
      isWoken = false;
      sleepMs = await sendDue().catch((error: unknown) => {
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
