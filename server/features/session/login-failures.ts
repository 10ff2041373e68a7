// Limits wrong passwords per e-mail address, known or not: after some failures only one try per interval is let through.
import { problem } from '#server/http/problems.ts';
import type { ServerLimits } from '#server/limits.ts';
import type { Clock } from '#server/world.ts';

export interface LoginFailures {
  /** Counts a try as failed before its outcome is known. Problem: too-many-requests with its Retry-After. */
  takeOrThrow(email: string): void;
  /** Forgets the failures after a successful login. */
  forget(email: string): void;
}

const maxAddresses = 100_000;

export function createLoginFailures(clock: Clock, limits: ServerLimits): LoginFailures {
  /** Times of the latest tries, oldest first. */
  const tries = new Map<string, number[]>();
  return {
    takeOrThrow(email) {
      const { max, perMs } = limits.rates.loginFailures;
      const now = clock.monotonic();
      const recent = (tries.get(email) ?? []).filter((at) => now - at < perMs);
      const waitMs = recent.length < max ? 0 : (recent.at(-1) ?? 0) + limits.loginRetryMs - now;
      if (waitMs > 0) throw problem('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      // Moved to the end, so that the address that is dropped first is the one without tries for longest.
      tries.delete(email);
      tries.set(email, [...recent, now].slice(-max));
      if (tries.size > maxAddresses) tries.delete(tries.keys().next().value ?? '');
    },
    forget: (email) => void tries.delete(email),
  };
}
