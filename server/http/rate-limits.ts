// Allowances by key: so many at once, growing back evenly. One number a key, by a clock that only grows.
import type { Clock } from '#server/world.ts';
import type { Allowance } from '#server/limits.ts';
import { problem } from './problems.ts';

export interface RateLimiter {
  /** Takes one; false when the allowance is used up, with the whole seconds until the next. */
  take(key: string, allowance: Allowance): { readonly isAllowed: boolean; readonly retryAfterSeconds: number };
  /** Takes one or throws the problem 'too-many-requests' with its Retry-After. */
  demand(key: string, allowance: Allowance): void;
  /** Whether one could be taken, without taking it. */
  allows(key: string, allowance: Allowance): boolean;
  forget(key: string): void;
}

const keysMost = 200_000;

export function createRateLimiter(clock: Clock): RateLimiter {
  /** The moment at which the key's allowance is whole again. */
  const wholeAgainMs = new Map<string, number>();

  const sweep = (now: number) => {
    for (const [key, at] of wholeAgainMs) if (at <= now) wholeAgainMs.delete(key);
  };

  const take = (key: string, { most, perMs }: Allowance) => {
    const now = clock.monotonic();
    const step = perMs / most;
    const next = Math.max(wholeAgainMs.get(key) ?? now, now) + step;
    // A millionth of a step forgives the rounding of many small additions.
    if (next - now > perMs + step * 1e-6)
      return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((next - now - perMs) / 1_000)) };
    wholeAgainMs.set(key, next);
    if (wholeAgainMs.size > keysMost) sweep(now);
    return { isAllowed: true, retryAfterSeconds: 0 };
  };

  return {
    take,
    demand(key, allowance) {
      const { isAllowed, retryAfterSeconds } = take(key, allowance);
      if (!isAllowed) throw problem('too-many-requests', { retryAfterSeconds });
    },
    allows(key, { most, perMs }) {
      const now = clock.monotonic();
      return Math.max((wholeAgainMs.get(key) ?? now) - now, 0) + perMs / most <= perMs * (1 + 1e-9);
    },
    forget: (key) => void wholeAgainMs.delete(key),
  };
}

/** The part of an address that counts as one neighbour: an IPv4 address, or the /64 of an IPv6 one. */
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
