// Rows of hashes of first messages, stored for a day.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export interface SentBefore {
  /** The number of strangers. */
  readonly count: number;
  readonly lastMs: number;
}

/** Reads and writes on a transaction's handle. */
export function createOpenersStore(db: Kysely<Schema>) {
  return {
    async insert(row: Schema['openers']): Promise<void> {
      await db
        .insertInto('openers')
        .values(row)
        .onConflict((conflict) => conflict.columns(['profile_id', 'opener_hash', 'peer_id']).doNothing())
        .execute();
    },

    async said(profileId: string, openerHash: string, sinceMs: number): Promise<SentBefore> {
      const row = await db
        .selectFrom('openers')
        .select((of) => [
          of.fn.countAll<number | string>().as('count'),
          of.fn.max<number | string | null>('created_ms').as('last_ms'),
        ])
        .where('profile_id', '=', profileId)
        .where('opener_hash', '=', openerHash)
        .where('created_ms', '>', sinceMs)
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), lastMs: Number(row.last_ms ?? 0) };
    },

    async removeBefore(beforeMs: number): Promise<void> {
      await db.deleteFrom('openers').where('created_ms', '<=', beforeMs).execute();
    },

    /** Whether the sender greets the recipient as a newcomer: many newcomers may get the same hello. */
    async isWelcome(senderId: string, recipientId: string): Promise<boolean> {
      const row = await db
        .selectFrom('welcome_hellos')
        .select('created_ms')
        .where('greeter_id', '=', senderId)
        .where('newcomer_id', '=', recipientId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** When the sender joined, and the recipient's name. Null when one of them is gone. */
    async pair(senderId: string, recipientId: string): Promise<{ joinedMs: number; recipientName: string } | null> {
      const rows = await db
        .selectFrom('profiles')
        .select(['id', 'profilename', 'created_ms'])
        .where('id', 'in', [senderId, recipientId])
        .execute();
      const [sender, recipient] = [senderId, recipientId].map((id) => rows.find((row) => row.id === id));
      return sender && recipient ? { joinedMs: sender.created_ms, recipientName: recipient.profilename } : null;
    },
  };
}
