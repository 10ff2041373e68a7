// Rows of mailed links, found by their id; of their secrets only hashes are stored.
import type { Kysely, Selectable } from 'kysely';
import type { LoginLinksTable, Schema } from '#server/db/schema.ts';
import type { AcknowledgementRecord } from './accounts.store.ts';

export interface MailedLink extends Omit<Selectable<LoginLinksTable>, 'acknowledgements'> {
  readonly acknowledgements: AcknowledgementRecord | null;
}

/** The secret hash of a link that was never mailed: no secret has this hash. */
export const noSecret = '';

/** Reads and writes on one handle: the database's, or a transaction's. */
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

    /** Links mailed to an address since a time, without suppressed ones. */
    async mailedTo(email: string, sinceMs: number): Promise<Pick<MailedLink, 'created_ms' | 'expires_ms' | 'used_ms'>[]> {
      return db
        .selectFrom('login_links')
        .select(['created_ms', 'expires_ms', 'used_ms'])
        .where('email', '=', email)
        .where('created_ms', '>', sinceMs)
        .where('secret_hash', '!=', noSecret)
        .execute();
    },

    /** Marks a link as used; false when it is used or expired already. */
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

    /** True while an address still waits for confirmation. */
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

    /** Voids all links to an address except one. */
    async removeAllTo(email: string, butId = ''): Promise<void> {
      await db.deleteFrom('login_links').where('email', '=', email).where('id', '!=', butId).execute();
    },

    async removeEnded(beforeMs: number): Promise<void> {
      await db.deleteFrom('login_links').where('expires_ms', '<', beforeMs).execute();
    },
  };
}
