// Limits failed logins: after several failures for one email address, browser, passkey or account, one attempt per interval.
import type { LimitCounts } from '#server/limiters/counts.ts';
import { throwRefusal } from '#server/http/rate-limits.ts';
import type { ServerLimits } from '#server/limits.ts';

export interface LoginFailures {
  /**
   * Runs an attempt, and counts it as failed if it resolves to null. One that succeeds leaves earlier failures counted, because whoever
   * caused them would otherwise learn that somebody has logged in. `who` is an email address for strangers, whether or not it is
   * a member's. A known browser, a passkey and the account of a session are counted apart, so that strangers do not keep a member out.
   * Problem: too-many-requests, with Retry-After.
   */
  count<T>(who: string, attempt: () => Promise<T | null>): Promise<T | null>;
}

export function createLoginFailures(counts: Pick<LimitCounts, 'takeAttempt'>, limits: ServerLimits): LoginFailures {
  return {
    async count(who, attempt) {
      const taken = await counts.takeAttempt(`login:${who}`, { ...limits.rates.loginFailures, retryMs: limits.loginRetryMs });
      throwRefusal(taken);
      const result = await attempt().catch(async (error: unknown) => {
        // Nothing was verified, so the attempt did not fail.
        await taken.takeBack();
        throw error;
      });
      if (result !== null) await taken.takeBack();
      return result;
    },
  };
}
