// Which pictures somebody was sent in a message that he and its sender still have.
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

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

    /** Whether its author sent it to anybody, so that it must be kept although his profile does not show it. */
    async isSent(pictureId: string, authorId: string): Promise<boolean> {
      const row = await db
        .selectFrom('messages')
        .select('id')
        .where('sender_id', '=', authorId)
        .where('pic_ids', 'like', `%${pictureId}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
