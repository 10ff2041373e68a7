// The allowances that sending one message uses, each of them once.
import type { RateLimiter } from '#server/http/rate-limits.ts';
import type { Allowance } from '#server/limits.ts';

/**
 * Counts once for each send, even if its transaction runs several times. Call it in a transaction of `repeated`. Problem:
 * too-many-requests.
 */
export type UseAllowance = (key: string, allowance: Allowance) => void;

export interface SendAllowances {
  use: UseAllowance;
  /** Like `use`, outside of a transaction. */
  useAhead(key: string, allowance: Allowance): Promise<void>;
  /** Repeats the work after each count that is not known yet: if its transaction waited, all other writes would wait too. */
  repeated<T>(work: () => Promise<T>): Promise<T>;
}

/** Thrown to end a transaction until the count is known. */
class PendingCount extends Error {
  readonly key: string;
  readonly taken: Promise<void>;
  constructor(key: string, taken: Promise<void>) {
    super('The count is not known yet.');
    this.key = key;
    this.taken = taken;
  }
}

export function createSendAllowances(rates: Pick<RateLimiter, 'takeOrThrow'>): SendAllowances {
  const used = new Set<string>();
  return {
    use(key, allowance) {
      if (used.has(key)) return;
      const taken = rates.takeOrThrow(key, allowance);
      if (taken instanceof Promise) {
        // The count is awaited after the transaction.
        taken.catch(() => undefined);
        throw new PendingCount(key, taken);
      }
      used.add(key);
    },

    async useAhead(key, allowance) {
      await rates.takeOrThrow(key, allowance);
      used.add(key);
    },

    async repeated(work) {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof PendingCount)) throw error;
          await error.taken;
          used.add(error.key);
        }
      }
    },
  };
}
