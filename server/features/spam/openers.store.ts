// Stores the hashes of first messages for a day.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, hasRow } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export interface SentOpener {
  readonly recipientId: string;
  readonly sentMs: number;
}

export function createOpenersStore(db: Kysely<Schema>) {
  return {
    async insert(row: Schema['openers']): Promise<void> {
      await db
        .insertInto('openers')
        .values(row)
        .onConflict((conflict) => conflict.columns(['profile_id', 'opener_hash', 'peer_id']).doNothing())
        .execute();
    },

    async sentSince(profileId: string, openerHash: string, sinceMs: number): Promise<SentOpener[]> {
      const rows = await db
        .selectFrom('openers')
        .select(['peer_id', 'created_ms'])
        .where('profile_id', '=', profileId)
        .where('opener_hash', '=', openerHash)
        .where('created_ms', '>', sinceMs)
        .execute();
      return rows.map(({ peer_id, created_ms }) => ({ recipientId: peer_id, sentMs: created_ms }));
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeBefore(beforeMs: number): Promise<number> {
      const key = ['profile_id', 'opener_hash', 'peer_id'] as const;
      const old = db.selectFrom('openers').select(key).where('created_ms', '<=', beforeMs).limit(sliceRows);
      const removed = db.deleteFrom('openers').where(({ eb, refTuple }) => eb(refTuple(...key), 'in', old.$asTuple(...key)));
      return countChanged(removed);
    },

    /** True if the sender greets the recipient as a newcomer. Greeters may send the same hello to many newcomers. */
    async isGreeter(senderId: string, recipientId: string): Promise<boolean> {
      return hasRow(
        db
          .selectFrom('welcome_hellos')
          .select('created_ms')
          .where('greeter_id', '=', senderId)
          .where('newcomer_id', '=', recipientId),
      );
    },

    /** Null when one of the two profiles is deleted. */
    async senderAndRecipient(
      senderId: string,
      recipientId: string,
    ): Promise<{ senderJoinedMs: number; recipientName: string } | null> {
      const rows = await db
        .selectFrom('profiles')
        .select(['id', 'profilename', 'created_ms'])
        .where('id', 'in', [senderId, recipientId])
        .execute();
      const [sender, recipient] = [senderId, recipientId].map((id) => rows.find((row) => row.id === id));
      return sender && recipient ? { senderJoinedMs: sender.created_ms, recipientName: recipient.profilename } : null;
    },
  };
}
