// Stores the browsers that have signed in to an account before.
import type { Kysely } from 'kysely';
import type { KnownBrowsersTable, Schema } from '#server/db/schema.ts';
import { countChanged } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export function createKnownBrowsersStore(db: Kysely<Schema>) {
  return {
    async insert(row: KnownBrowsersTable): Promise<void> {
      await db
        .insertInto('known_browsers')
        .values(row)
        .onConflict((conflict) => conflict.column('mark_hash').doNothing())
        .execute();
    },

    /** The accounts that signed in with these marks. */
    find: (markHashes: readonly string[], sinceMs: number) =>
      db
        .selectFrom('known_browsers')
        .innerJoin('accounts', 'accounts.id', 'known_browsers.account_id')
        .select(['mark_hash', 'account_id', 'accounts.email'])
        .where('mark_hash', 'in', [...markHashes])
        .where('signed_in_ms', '>', sinceMs)
        .execute(),

    async remove(markHashes: readonly string[]): Promise<void> {
      await db
        .deleteFrom('known_browsers')
        .where('mark_hash', 'in', [...markHashes])
        .execute();
    },

    async removeOf(accountId: string, markHashes: readonly string[]): Promise<void> {
      await db
        .deleteFrom('known_browsers')
        .where('account_id', '=', accountId)
        .where('mark_hash', 'in', [...markHashes])
        .execute();
    },

    async removeOfSession(sessionHash: string, accountId: string): Promise<void> {
      await db.deleteFrom('known_browsers').where('account_id', '=', accountId).where('session_hash', '=', sessionHash).execute();
    },

    async removeAllOf(accountId: string, exceptSessionHash = ''): Promise<void> {
      await db
        .deleteFrom('known_browsers')
        .where('account_id', '=', accountId)
        .where('session_hash', '!=', exceptSessionHash)
        .execute();
    },

    /** Removes all but the `max` latest browsers of an account. */
    async removeOldest(accountId: string, max: number): Promise<void> {
      const latest = db
        .selectFrom('known_browsers')
        .select('mark_hash')
        .where('account_id', '=', accountId)
        .orderBy('signed_in_ms', 'desc')
        .orderBy('mark_hash')
        .limit(max);
      await db.deleteFrom('known_browsers').where('account_id', '=', accountId).where('mark_hash', 'not in', latest).execute();
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeBefore(beforeMs: number): Promise<number> {
      const ended = db.selectFrom('known_browsers').select('mark_hash').where('signed_in_ms', '<', beforeMs).limit(sliceRows);
      return countChanged(db.deleteFrom('known_browsers').where('mark_hash', 'in', ended));
    },
  };
}
