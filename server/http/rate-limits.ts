// Rate limits by key, as leaky buckets: one number for each key, on a monotonic clock.
import type { Clock } from '#server/world.ts';
import type { Allowance } from '#server/limits.ts';
import { addressGroups } from './address-groups.ts';
import { problem } from './problems.ts';

interface Admission {
  readonly isAllowed: boolean;
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Takes one from the allowance. If it is used up, returns the seconds until the next one. */
  take(key: string, allowance: Allowance): Admission;
  /** Takes one from the allowance of an IP address, and of each larger group to which it belongs. */
  takeByAddress(name: string, address: string, allowance: Allowance): Admission;
  /** Takes one from the allowance. Problem: too-many-requests with Retry-After. */
  takeOrThrow(key: string, allowance: Allowance): void;
  /** True if one could be taken. It takes none. */
  allows(key: string, allowance: Allowance): boolean;
  forget(key: string): void;
}

const allowed: Admission = { isAllowed: true, retryAfterSeconds: 0 };
const maxKeys = 200_000;

export function createRateLimiter(clock: Clock): RateLimiter {
  /** When the full allowance of each key is available again. */
  const refilledAtMs = new Map<string, number>();

  const sweep = (now: number) => {
    for (const [key, at] of refilledAtMs) if (at <= now) refilledAtMs.delete(key);
  };

  const take = (key: string, { max, perMs }: Allowance): Admission => {
    const now = clock.monotonic();
    const step = perMs / max;
    const next = Math.max(refilledAtMs.get(key) ?? now, now) + step;
    // A millionth of a step is tolerated, because many small additions are rounded.
    if (next - now > perMs + step * 1e-6)
      return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((next - now - perMs) / 1_000)) };
    refilledAtMs.set(key, next);
    if (refilledAtMs.size > maxKeys) sweep(now);
    return allowed;
  };

  return {
    take,
    takeByAddress(name, address, { max, perMs }) {
      for (const { key, share } of addressGroups(address)) {
        const taken = take(`${name}:${key}`, { max: max * share, perMs });
        if (!taken.isAllowed) return taken;
      }
      return allowed;
    },
    takeOrThrow(key, allowance) {
      const { isAllowed, retryAfterSeconds } = take(key, allowance);
      if (!isAllowed) throw problem('too-many-requests', { retryAfterSeconds });
    },
    allows(key, { max, perMs }) {
      const now = clock.monotonic();
      return Math.max((refilledAtMs.get(key) ?? now) - now, 0) + perMs / max <= perMs * (1 + 1e-9);
    },
    forget: (key) => void refilledAtMs.delete(key),
  };
}
