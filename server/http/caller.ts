// The caller of a request, found by the session cookie.
import type { AccountRole } from '#shared/rules/roles.ts';

export interface Caller {
  readonly accountId: string;
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
  readonly sessionHash: string;
  readonly showNsfw: boolean;
  /** When they last proved who they are, by emailed link, password or passkey. */
  readonly signedInMs: number;
  /** Whether that was an emailed link. */
  readonly byLink: boolean;
  /** SHA-256 of the proof that the device's app lock is open; null without a lock. */
  readonly lockHash: string | null;
}

export interface CallerSearch {
  /** Reads the roles from the database, where another process may have changed them. */
  readonly rereads?: boolean;
}

/** Finds the caller by the value of the session cookie; null when the session is unknown or has ended. */
export type FindCaller = (cookie: string, search?: CallerSearch) => Promise<Caller | null> | Caller | null;
