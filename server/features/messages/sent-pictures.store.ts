// Which pictures went out in messages that are still there, and taking them out again.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { StoredMessage } from './messages.store.ts';

export interface MessageWithPictures {
  readonly id: string;
  readonly recipientId: string;
  readonly picIds: readonly string[];
  readonly createdMs: number;
  /** Whether its recipient deleted it for themselves. */
  readonly isHidden: boolean;
}

/** Answers for the picture calls: being sent a picture is a right to see it until the message is taken back or deleted. */
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

    /** Whether its author sent it to anybody, so that it must be kept although their profile does not show it; the area sees it only while the profile does. */
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

    /** Leaves a message with these pictures only; for a side that had hidden it, and for both without a revision, nothing changes. */
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
