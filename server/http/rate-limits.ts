// Rate limits by key as leaky buckets, one number per key on a monotonic clock.
import type { Clock } from '#server/world.ts';
import type { Allowance } from '#server/limits.ts';
import { problem } from './problems.ts';

export interface RateLimiter {
  /** Takes one of the allowance; when it is used up, returns the whole seconds until the next. */
  take(key: string, allowance: Allowance): { readonly isAllowed: boolean; readonly retryAfterSeconds: number };
  /** Takes one. Problem: too-many-requests with Retry-After. */
  takeOrThrow(key: string, allowance: Allowance): void;
  /** Whether one could be taken, without taking it. */
  allows(key: string, allowance: Allowance): boolean;
  forget(key: string): void;
}

const maxKeys = 200_000;

export function createRateLimiter(clock: Clock): RateLimiter {
  /** Time at which the key's full allowance is available again. */
  const refilledAtMs = new Map<string, number>();

  const sweep = (now: number) => {
    for (const [key, at] of refilledAtMs) if (at <= now) refilledAtMs.delete(key);
  };

  const take = (key: string, { max, perMs }: Allowance) => {
    const now = clock.monotonic();
    const step = perMs / max;
    const next = Math.max(refilledAtMs.get(key) ?? now, now) + step;
    // A millionth of a step tolerates the rounding of many small additions.
    if (next - now > perMs + step * 1e-6)
      return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((next - now - perMs) / 1_000)) };
    refilledAtMs.set(key, next);
    if (refilledAtMs.size > maxKeys) sweep(now);
    return { isAllowed: true, retryAfterSeconds: 0 };
  };

  return {
    take,
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

/** The part of an address that is limited together: an IPv4 address, or the /64 of an IPv6 address. */
export function addressGroup(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const whole = ip.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return whole.slice(0, 4).join(':');
}
