// Pictures in messages that still exist, and their removal.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { StoredMessage } from './messages.store.ts';

export interface MessageWithPictures {
  readonly id: string;
  readonly recipientId: string;
  readonly picIds: readonly string[];
  readonly createdMs: number;
  /** True when its recipient deleted it for themselves. */
  readonly isHidden: boolean;
}

/** A member may see a picture that was sent to them until the message is taken back or deleted. */
export function createSentPicturesStore(db: Kysely<Schema>) {
  return {
    async wasSentTo(pictureId: string, viewerId: string): Promise<boolean> {
      const row = await db
        .selectFrom('messages')
        .select('id')
        .where('recipient_id', '=', viewerId)
        .where('recipient_deleted_ms', 'is', null)
        .where('pic_ids', 'like', `%${pictureId}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** True when its author sent it to a member: then it stays stored even when the profile does not show it. Broadcasts show only what the profile shows. */
    async isSent(pictureId: string, authorId: string): Promise<boolean> {
      const row = await db
        .selectFrom('messages')
        .select('id')
        .where('sender_id', '=', authorId)
        .where('recipient_id', 'is not', null)
        .where('pic_ids', 'like', `%${pictureId}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Messages of a sender that carry pictures, to one recipient or to all. */
    async withPictures(senderId: string, recipientId?: string): Promise<MessageWithPictures[]> {
      const rows = await db
        .selectFrom('messages')
        .select(['id', 'recipient_id', 'pic_ids', 'created_ms', 'recipient_deleted_ms'])
        .where('sender_id', '=', senderId)
        .where('recipient_id', 'is not', null)
        .where('pic_ids', '<>', '[]')
        .$if(recipientId !== undefined, (query) => query.where('recipient_id', '=', recipientId ?? ''))
        .execute();
      return rows.map((row) => ({
        id: row.id,
        recipientId: row.recipient_id ?? '',
        picIds: JSON.parse(row.pic_ids) as string[],
        createdMs: row.created_ms,
        isHidden: row.recipient_deleted_ms !== null,
      }));
    },

    /** Leaves a message with these pictures only; without a revision, and for a side that has hidden it, it counts as no change. */
    async setPictures(message: StoredMessage, picIds: readonly string[], revision: number | null): Promise<void> {
      await db
        .updateTable('messages')
        .set({
          pic_ids: JSON.stringify(picIds),
          ...(revision !== null && message.sender_deleted_ms === null ? { sender_revision: revision } : {}),
          ...(revision !== null && message.recipient_deleted_ms === null ? { revision } : {}),
        })
        .where('id', '=', message.id)
        .execute();
    },
  };
}
