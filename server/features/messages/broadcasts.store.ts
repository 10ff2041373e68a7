// Stores broadcasts, and which members hid them for themselves.
import type { Kysely } from 'kysely';
import { firstShown } from '#server/db/first-shown.ts';
import type { Schema } from '#server/db/schema.ts';
import { hasRow } from '#server/db/row-counts.ts';
import { decodeMessage, type PageRange, type StoredMessage } from './messages.store.ts';

export interface Reader {
  readonly profileId: string;
  readonly isShown: (senderId: string) => boolean;
  readonly includesTest: boolean;
}

export function createBroadcastsStore(db: Kysely<Schema>) {
  /** Messages that the sender has not removed and the reader has not hidden, without withheld ones. The callers choose broadcasts. */
  const visibleTo = (profileId: string) =>
    db
      .selectFrom('messages')
      .selectAll('messages')
      .where('sender_deleted_ms', 'is', null)
      .where((message) =>
        message.not(
          message.exists(
            message
              .selectFrom('broadcast_hides')
              .select('broadcast_hides.message_id')
              .whereRef('broadcast_hides.message_id', '=', 'messages.id')
              .where('broadcast_hides.profile_id', '=', profileId),
          ),
        ),
      )
      // Only its sender sees a withheld broadcast.
      .where((message) =>
        message.or([
          message('sender_id', '=', profileId),
          message.not(
            message.exists(
              message
                .selectFrom('hidden_items')
                .select('hidden_items.item_id')
                .whereRef('hidden_items.item_id', '=', 'messages.id')
                .where('hidden_items.kind', '=', 'broadcast')
                .where('hidden_items.state', '!=', 'lifting'),
            ),
          ),
        ]),
      );

  return {
    /** Finds also removed broadcasts. Resolves to null if the message was sent to one member. */
    async find(id: string): Promise<StoredMessage | null> {
      const row = await db
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', id)
        .where('sector', 'is not', null)
        .executeTakeFirst();
      return row ? decodeMessage(row) : null;
    },

    async isVisibleTo(profileId: string, id: string): Promise<boolean> {
      return hasRow(visibleTo(profileId).where('id', '=', id));
    },

    /** Newest first. */
    async inSector(sector: string, { profileId, isShown, includesTest }: Reader, range: PageRange): Promise<StoredMessage[]> {
      const { sinceSequence, beforeSequence, size } = range;
      const inOrder = visibleTo(profileId)
        .where('sector', '=', sector)
        .$if(!includesTest, (query) => query.where('is_test', '=', 0))
        .$if(sinceSequence !== undefined, (query) => query.where('sequence', '>', sinceSequence ?? 0))
        .$if(beforeSequence !== undefined, (query) => query.where('sequence', '<', beforeSequence ?? 0))
        .orderBy('sequence', sinceSequence === undefined ? 'desc' : 'asc');
      const rows = await firstShown(
        size,
        (limit) => inOrder.limit(limit).execute(),
        ({ sender_id }) => isShown(sender_id),
      );
      return rows.map(decodeMessage).toSorted((a, b) => b.sequence - a.sequence);
    },

    /** The sender's broadcasts that they can see, oldest first. */
    async sentBy(senderId: string, afterSequence: number, size: number): Promise<StoredMessage[]> {
      const rows = await visibleTo(senderId)
        .where('sender_id', '=', senderId)
        .where('sector', 'is not', null)
        .where('sequence', '>', afterSequence)
        .orderBy('sequence')
        .limit(size)
        .execute();
      return rows.map(decodeMessage);
    },

    async hide(profileId: string, messageId: string): Promise<void> {
      await db.insertInto('broadcast_hides').values({ profile_id: profileId, message_id: messageId }).execute();
    },
  };
}
