// Limits wrong passwords per e-mail address, known or not: after some failures only one try per interval is let through.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
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
  const tries = new BoundedMap<string, number[]>(maxAddresses);
  return {
    takeOrThrow(email) {
      const { most, perMs } = limits.rates.loginFailures;
      const now = clock.monotonic();
      const recent = (tries.get(email) ?? []).filter((at) => now - at < perMs);
      const waitMs = recent.length < most ? 0 : (recent.at(-1) ?? 0) + limits.loginRetryMs - now;
      if (waitMs > 0) throw problem('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      tries.set(email, [...recent, now].slice(-most));
    },
    forget: (email) => void tries.delete(email),
  };
}
