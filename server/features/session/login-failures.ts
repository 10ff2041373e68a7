// Limits failed logins for each email address, known or unknown: after several failures, only one attempt per interval.
import type { Awaitable, LimitCounts } from '#server/limiters/counts.ts';
import { throwRefusal } from '#server/http/rate-limits.ts';
import type { ServerLimits } from '#server/limits.ts';

export interface LoginFailures {
  /**
   * Counts the attempt as failed. `forget` removes all failures, and the returned function only this one. Problem: too-many-requests,
   * with Retry-After.
   */
  takeOrThrow(email: string): Promise<() => Awaitable<void>>;
  /** Call it after a successful login. */
  forget(email: string): Awaitable<void>;
}

type Counts = Pick<LimitCounts, 'takeAttempt' | 'forgetAttempts'>;

export function createLoginFailures(counts: Counts, limits: ServerLimits): LoginFailures {
  const keyOf = (email: string) => `login:${email}`;
  return {
    async takeOrThrow(email) {
      const attempt = await counts.takeAttempt(keyOf(email), { ...limits.rates.loginFailures, retryMs: limits.loginRetryMs });
      throwRefusal(attempt);
      return attempt.takeBack;
    },
    forget: (email) => counts.forgetAttempts(keyOf(email)),
  };
}
