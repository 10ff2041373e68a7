// Stores email addresses whose mails are limited to known browsers.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, hasRow } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export function createMailLimitsStore(db: Kysely<Schema>) {
  return {
    async isLimited(email: string, nowMs: number): Promise<boolean> {
      const query = db.selectFrom('mail_limits').select('email').where('email', '=', email).where('until_ms', '>', nowMs);
      return hasRow(query);
    },

    async put(email: string, untilMs: number): Promise<void> {
      await db
        .insertInto('mail_limits')
        .values({ email, until_ms: untilMs })
        .onConflict((conflict) => conflict.column('email').doUpdateSet({ until_ms: untilMs }))
        .execute();
    },

    async remove(email: string): Promise<void> {
      await db.deleteFrom('mail_limits').where('email', '=', email).execute();
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeEnded(nowMs: number): Promise<number> {
      const ended = db.selectFrom('mail_limits').select('email').where('until_ms', '<=', nowMs).limit(sliceRows);
      return countChanged(db.deleteFrom('mail_limits').where('email', 'in', ended));
    },
  };
}
