// The caller of a request, found by the session cookie.
import type { AccountRole } from '#shared/rules/roles.ts';

export interface Caller {
  readonly accountId: string;
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
  readonly sessionHash: string;
  readonly showNsfw: boolean;
  /** Time of the last login by emailed link or password. */
  readonly signedInMs: number;
  /** Whether that was an emailed link. */
  readonly byLink: boolean;
}

/** Finds the caller by the value of the session cookie; null when the session is unknown or has ended. */
export type FindCaller = (cookie: string) => Promise<Caller | null> | Caller | null;
