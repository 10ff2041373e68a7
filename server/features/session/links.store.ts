// Rows of mailed links with the hashes of their secrets.
import type { Kysely, Selectable } from 'kysely';
import type { LoginLinksTable, Schema } from '#server/db/schema.ts';
import type { AcknowledgementRecord } from './accounts.store.ts';

export interface MailedLink extends Omit<Selectable<LoginLinksTable>, 'acknowledgements'> {
  readonly acknowledgements: AcknowledgementRecord | null;
}

/** Stored in place of the secret's hash for a link that was never mailed; no secret has this hash. */
export const noSecret = '';

export function createLinksStore(db: Kysely<Schema>) {
  return {
    async find(id: string): Promise<MailedLink | null> {
      const row = await db.selectFrom('login_links').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? { ...row, acknowledgements: JSON.parse(row.acknowledgements) as AcknowledgementRecord | null } : null;
    },

    async insert(link: MailedLink): Promise<void> {
      await db
        .insertInto('login_links')
        .values({ ...link, acknowledgements: JSON.stringify(link.acknowledgements) })
        .execute();
    },

    /** Without suppressed links. */
    async mailedTo(email: string, sinceMs: number): Promise<Pick<MailedLink, 'created_ms' | 'expires_ms' | 'used_ms'>[]> {
      return db
        .selectFrom('login_links')
        .select(['created_ms', 'expires_ms', 'used_ms'])
        .where('email', '=', email)
        .where('created_ms', '>', sinceMs)
        .where('secret_hash', '!=', noSecret)
        .execute();
    },

    /** Marks a link as used. False if it was already used or has expired. */
    async use(id: string, nowMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('login_links')
        .set({ used_ms: nowMs })
        .where('id', '=', id)
        .where('used_ms', 'is', null)
        .where('expires_ms', '>', nowMs)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** True while the confirmation link for a new email address is usable. */
    async awaitsConfirmation(accountId: string, email: string, nowMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('login_links')
        .select('id')
        .where('email', '=', email)
        .where('kind', '=', 'email')
        .where('account_id', '=', accountId)
        .where('used_ms', 'is', null)
        .where('expires_ms', '>', nowMs)
        .executeTakeFirst();
      return row !== undefined;
    },

    async removeAllTo(email: string, exceptId = ''): Promise<void> {
      await db.deleteFrom('login_links').where('email', '=', email).where('id', '!=', exceptId).execute();
    },

    async removeEnded(beforeMs: number): Promise<void> {
      await db.deleteFrom('login_links').where('expires_ms', '<', beforeMs).execute();
    },
  };
}
