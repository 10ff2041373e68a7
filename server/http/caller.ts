// Who is calling, as found from the session cookie, and where the guards learn it.
import type { AccountRole } from '#shared/rules/roles.ts';

export interface Caller {
  readonly accountId: string;
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
  readonly sessionHash: string;
  readonly showNsfw: boolean;
  /** When a mailed link or password was last given. */
  readonly signedInMs: number;
  /** Whether that was a mailed link. */
  readonly byLink: boolean;
}

/** Finds the caller of a session cookie's value; null for none, an unknown or an ended one. */
export type FindCaller = (cookie: string) => Promise<Caller | null> | Caller | null;
