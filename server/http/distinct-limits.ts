// Limits how many different things a key may request in a period. A repeated request is not counted.
import { whenKnown, type Awaitable, type LimitCounts } from '#server/limiters/counts.ts';
import type { Allowance } from '#server/limits.ts';
import { throwRefusal } from './rate-limits.ts';

export interface DistinctLimiter {
  /** Counts the things in their order. Throws too-many-requests at the first one beyond the allowance. */
  takeOrThrow(key: string, things: readonly string[], allowance: Allowance): Awaitable<void>;
}

export const createDistinctLimiter = (counts: Pick<LimitCounts, 'takeDistinct'>): DistinctLimiter => ({
  takeOrThrow: (key, things, allowance) => whenKnown(counts.takeDistinct(`distinct:${key}`, things, allowance), throwRefusal),
});
