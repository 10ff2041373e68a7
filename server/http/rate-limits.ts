// Rate limits by key, and by the IP address of a call.
import { allowed, whenKnown, type Admission, type Awaitable, type LimitCounts } from '#server/limiters/counts.ts';
import type { Allowance } from '#server/limits.ts';
import { addressGroups } from './address-groups.ts';
import { problem } from './problems.ts';

export interface RateLimiter {
  /** Takes one from the allowance. If it is used up, returns the seconds until the next one. */
  take(key: string, allowance: Allowance): Awaitable<Admission>;
  /** Takes one from the allowance of an IP address, and of each larger group to which it belongs. */
  takeByAddress(name: string, address: string, allowance: Allowance): Awaitable<Admission>;
  /** Takes one from the allowance. Problem: too-many-requests with Retry-After. */
  takeOrThrow(key: string, allowance: Allowance): Awaitable<void>;
}

export function createRateLimiter(counts: Pick<LimitCounts, 'take'>): RateLimiter {
  const take = (key: string, allowance: Allowance) => counts.take(`rate:${key}`, allowance);

  return {
    take,
    takeByAddress(name, address, { max, perMs }) {
      const groups = addressGroups(address);
      const takeFrom = (place: number): Awaitable<Admission> => {
        const group = groups[place];
        if (group === undefined) return allowed;
        const taken = take(`${name}:${group.key}`, { max: max * group.share, perMs });
        return whenKnown(taken, (known) => (known.isAllowed ? takeFrom(place + 1) : known));
      };
      return takeFrom(0);
    },
    takeOrThrow: (key, allowance) => whenKnown(take(key, allowance), throwRefusal),
  };
}

export function throwRefusal({ isAllowed, retryAfterSeconds }: Admission): void {
  if (!isAllowed) throw problem('too-many-requests', { retryAfterSeconds });
}
