// Counts wrong passwords by e-mail address, known or not: after some in a while, only a try now and then is let through.
import { problem } from '#server/http/problems.ts';
import type { ServerLimits } from '#server/limits.ts';
import type { Clock } from '#server/world.ts';

export interface LoginFailures {
  /** Counts a try as failed before its outcome is known. Problem: too-many-requests with its Retry-After. */
  takeOrThrow(email: string): void;
  /** The address has proved to be its owner's. */
  forget(email: string): void;
}

const keptMost = 100_000;

export function createLoginFailures(clock: Clock, limits: ServerLimits): LoginFailures {
  /** Times of the latest tries, oldest first. */
  const tries = new Map<string, number[]>();
  return {
    takeOrThrow(email) {
      const { most, perMs } = limits.rates.loginFailures;
      const now = clock.monotonic();
      const recent = (tries.get(email) ?? []).filter((at) => now - at < perMs);
      const waitMs = recent.length < most ? 0 : (recent.at(-1) ?? 0) + limits.loginRetryMs - now;
      if (waitMs > 0) throw problem('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      // Taken out and put back at the end, so that the one forgotten first is the one that was quiet longest.
      tries.delete(email);
      tries.set(email, [...recent, now].slice(-most));
      if (tries.size > keptMost) tries.delete(tries.keys().next().value ?? '');
    },
    forget: (email) => void tries.delete(email),
  };
}
