// The caller of a request, and how they are found by the session cookie.
import type { AccountRole } from '#shared/rules/roles.ts';

export interface Caller {
  readonly accountId: string;
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
  readonly sessionHash: string;
  readonly showNsfw: boolean;
  /** When they last confirmed who they are, by emailed link, password or passkey. */
  readonly signedInMs: number;
  /** True if they used an emailed link for that. */
  readonly byLink: boolean;
  /** SHA-256 of the proof that the app lock is open. Null without a lock. */
  readonly lockHash: string | null;
}

export interface CallerSearch {
  /** Reads the session and roles from the database, because another process may have changed them. */
  readonly rereads?: boolean;
}

/** Finds the caller by the value of the session cookie. Null if the session is unknown or has ended. */
export type FindCaller = (cookie: string, search?: CallerSearch) => Promise<Caller | null> | Caller | null;
