// Stores the audit log: events of an account with time and IP address.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, hasRow } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export type AuditedEvent =
  | 'account-created'
  | 'login-by-password'
  | 'login-by-link-same-browser'
  | 'login-by-link-other-browser'
  | 'login-by-passkey'
  | 'passkey-added'
  | 'passkey-removed'
  | 'password-changed'
  | 'email-change-asked'
  | 'email-changed'
  | 'admin-granted'
  | 'signed-out-everywhere';

export interface AuditEntry {
  readonly id: string;
  readonly accountId: string;
  readonly what: AuditedEvent;
  /** Null if a script on the server caused the event. */
  readonly ip: string | null;
  readonly nowMs: number;
}

export function createAuditStore(db: Kysely<Schema>) {
  return {
    async add({ id, accountId, what, ip, nowMs }: AuditEntry): Promise<void> {
      await db.insertInto('audit').values({ id, account_id: accountId, what, ip, created_ms: nowMs }).execute();
    },

    async happenedAfter(accountId: string, what: AuditedEvent, afterMs: number): Promise<boolean> {
      const later = db.selectFrom('audit').select('id').where('account_id', '=', accountId).where('created_ms', '>', afterMs);
      return hasRow(later.where('what', '=', what));
    },

    /** Removes the IP addresses of at most one slice of events, but not the events. Returns the number of changed rows. */
    async clearIpAddresses(beforeMs: number): Promise<number> {
      const old = db
        .selectFrom('audit')
        .select('id')
        .where('ip', 'is not', null)
        .where('created_ms', '<', beforeMs)
        .limit(sliceRows);
      return countChanged(db.updateTable('audit').set({ ip: null }).where('id', 'in', old));
    },
  };
}
