// Limits how many different things a key may request in a period. A repeated request is not counted.
import type { Allowance } from '#server/limits.ts';
import type { Clock } from '#server/world.ts';
import { problem } from './problems.ts';

export interface DistinctLimiter {
  /** Counts the thing. Throws too-many-requests if the allowance is used up. */
  takeOrThrow(key: string, thing: string, allowance: Allowance): void;
}

interface Seen {
  readonly things: Set<string>;
  readonly endsMs: number;
}

export function createDistinctLimiter(clock: Clock): DistinctLimiter {
  const seenByKey = new Map<string, Seen>();
  return {
    takeOrThrow(key, thing, { max, perMs }) {
      const now = clock.monotonic();
      let seen = seenByKey.get(key);
      if (!seen || seen.endsMs <= now) {
        seen = { things: new Set(), endsMs: now + perMs };
        seenByKey.set(key, seen);
      }
      if (seen.things.has(thing)) return;
      if (seen.things.size >= max)
        throw problem('too-many-requests', { retryAfterSeconds: Math.ceil((seen.endsMs - now) / 1_000) });
      seen.things.add(thing);
      if (seenByKey.size > 20_000) for (const [other, { endsMs }] of seenByKey) if (endsMs <= now) seenByKey.delete(other);
    },
  };
}
