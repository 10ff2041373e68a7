// Limits failed logins for each email address, known or unknown: after several failures, only one attempt per interval.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { problem } from '#server/http/problems.ts';
import type { ServerLimits } from '#server/limits.ts';
import type { Clock } from '#server/world.ts';

export interface LoginFailures {
  /**
   * Counts the attempt as failed. `forget` removes all failures, and the returned function only this one. Problem: too-many-requests,
   * with Retry-After.
   */
  takeOrThrow(email: string): () => void;
  /** Call it after a successful login. */
  forget(email: string): void;
}

const maxEmails = 100_000;

export function createLoginFailures(clock: Clock, limits: ServerLimits): LoginFailures {
  /** Times of each email address's latest attempts, oldest first. */
  const attempts = new BoundedMap<string, number[]>(maxEmails);
  return {
    takeOrThrow(email) {
      const { max, perMs } = limits.rates.loginFailures;
      const now = clock.monotonic();
      const recent = (attempts.get(email) ?? []).filter((at) => now - at < perMs);
      const waitMs = recent.length < max ? 0 : (recent.at(-1) ?? 0) + limits.loginRetryMs - now;
      if (waitMs > 0) throw problem('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      attempts.set(email, [...recent, now].slice(-max));
      return () => {
        const times = attempts.get(email) ?? [];
        const at = times.lastIndexOf(now);
        if (at >= 0) attempts.set(email, times.toSpliced(at, 1));
      };
    },
    forget: (email) => void attempts.delete(email),
  };
}
