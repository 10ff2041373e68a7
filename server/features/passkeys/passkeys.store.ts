// Stores passkeys.
import type { Kysely } from 'kysely';
import type { PasskeysTable, Schema } from '#server/db/schema.ts';
import { hasChanged } from '#server/db/row-counts.ts';

export function createPasskeysStore(db: Kysely<Schema>) {
  return {
    /** Newest first. */
    async listOf(accountId: string): Promise<PasskeysTable[]> {
      const rows = db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId);
      return rows.orderBy('created_ms', 'desc').orderBy('id').execute();
    },

    async find(credentialId: string): Promise<PasskeysTable | null> {
      const rows = db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId);
      return (await rows.executeTakeFirst()) ?? null;
    },

    /** False if the credential is already stored. */
    async insert(passkey: PasskeysTable): Promise<boolean> {
      return hasChanged(
        db
          .insertInto('passkeys')
          .values(passkey)
          .onConflict((conflict) => conflict.column('credential_id').doNothing()),
      );
    },

    async recordUse(id: string, counter: number, usedMs: number): Promise<void> {
      await db.updateTable('passkeys').set({ counter, used_ms: usedMs }).where('id', '=', id).execute();
    },

    /** Null if the account has no such passkey. */
    async rename(accountId: string, id: string, name: string): Promise<PasskeysTable | null> {
      const renaming = db.updateTable('passkeys').set({ name }).where('id', '=', id).where('account_id', '=', accountId);
      return (await renaming.returningAll().executeTakeFirst()) ?? null;
    },

    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('passkeys')
        .where('id', 'in', [...ids])
        .execute();
    },
  };
}
