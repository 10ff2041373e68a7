// Counts in the memory of one process, on a monotonic clock.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { allowed, refusedFor, type Admission, type Allowed, type Attempt, type LimitCounts } from './counts.ts';

interface MonotonicClock {
  monotonic(): number;
}

/** The count of a key that was not counted before. */
interface Beginning {
  /** The used part of the full allowance. */
  readonly used?: number;
  /** When the latest attempt was made. */
  readonly attemptAtMs?: number;
}

export interface LocalCounts extends LimitCounts {
  take(key: string, allowance: Allowed, beginning?: Beginning): Admission;
  takeDistinct(key: string, things: readonly string[], allowance: Allowed): Admission;
  takeAttempt(key: string, allowance: Allowed & { readonly retryMs: number }, beginning?: Beginning): Attempt;
  /** The full allowance of the key is available again. */
  forget(key: string): void;
}

interface Seen {
  readonly things: Set<string>;
  readonly endsMs: number;
}

const maxKeys = 200_000;
const maxSeen = 20_000;
const maxAttempted = 100_000;

export function localCounts(clock: MonotonicClock): LocalCounts {
  /** When the full allowance of each key is available again: a leaky bucket in one number. */
  const refilledAtMs = new Map<string, number>();
  const seenByKey = new Map<string, Seen>();
  /** Times of each key's latest attempts, oldest first. */
  const attempts = new BoundedMap<string, readonly number[]>(maxAttempted);

  const removeRefilled = remover(refilledAtMs, maxKeys);
  const removeSeen = remover(seenByKey, maxSeen);

  function seenOf(key: string, now: number, perMs: number): Seen {
    const before = seenByKey.get(key);
    if (before && before.endsMs > now) return before;
    removeSeen(({ endsMs }) => endsMs <= now);
    const seen = { things: new Set<string>(), endsMs: now + perMs };
    seenByKey.set(key, seen);
    return seen;
  }

  return {
    take(key, { max, perMs }, { used = 0 } = {}) {
      const now = clock.monotonic();
      const step = perMs / max;
      const next = Math.max(refilledAtMs.get(key) ?? now + used * perMs, now) + step;
      // A millionth of a step is tolerated, because many small additions are rounded.
      const isAllowed = next - now <= perMs + step * 1e-6;
      if (isAllowed || used > 0) refilledAtMs.set(key, isAllowed ? next : next - step);
      removeRefilled((at) => at <= now);
      return isAllowed ? allowed : refusedFor(next - now - perMs);
    },

    takeDistinct(key, things, { max, perMs }) {
      if (things.length === 0) return allowed;
      const now = clock.monotonic();
      const seen = seenOf(key, now, perMs);
      for (const thing of things) {
        if (seen.things.has(thing)) continue;
        if (seen.things.size >= max) return refusedFor(seen.endsMs - now);
        seen.things.add(thing);
      }
      return allowed;
    },

    takeAttempt(key, { max, perMs, retryMs }, { attemptAtMs = 0 } = {}) {
      const now = clock.monotonic();
      const recent = (attempts.get(key) ?? []).filter((at) => now - at < perMs);
      const waitMs = recent.length < max ? 0 : (recent.at(-1) ?? attemptAtMs) + retryMs - now;
      if (waitMs > 0) return { ...refusedFor(waitMs), takeBack: () => undefined };
      attempts.set(key, [...recent, now].slice(-Math.max(1, max)));
      return {
        ...allowed,
        takeBack() {
          const times = attempts.get(key) ?? [];
          const at = times.lastIndexOf(now);
          if (at >= 0) attempts.set(key, times.toSpliced(at, 1));
        },
      };
    },

    forget: (key) => void refilledAtMs.delete(key),
    state: () => 'own',
  };
}

/** Removes values that no longer count once there are more than `most`, and then once there are twice as many as were left. */
function remover<V>(values: Map<string, V>, most: number): (isOver: (value: V) => boolean) => void {
  let mayHave = most;
  return (isOver) => {
    if (values.size <= mayHave) return;
    for (const [key, value] of values) if (isOver(value)) values.delete(key);
    mayHave = Math.max(most, 2 * values.size);
  };
}
