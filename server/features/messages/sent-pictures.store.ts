// Finds and removes pictures in messages.
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { hasRow } from '#server/db/row-counts.ts';
import { disclosedToBoth, pairOf, type StoredMessage } from './messages.store.ts';

export interface MessageWithPictures {
  readonly id: string;
  readonly recipientId: string;
  readonly picIds: readonly string[];
  /** True if it shows a picture once, and its sender does not know that its recipient viewed it. */
  readonly isUnviewed: boolean;
  readonly createdMs: number;
}

const isWithheld = (message: ExpressionBuilder<Schema, 'messages'>) =>
  message.exists(
    message
      .selectFrom('hidden_items')
      .select('hidden_items.item_id')
      .where('hidden_items.kind', '=', 'message')
      .whereRef('hidden_items.item_id', '=', 'messages.id')
      .where('hidden_items.kept', '!=', ''),
  );

export function createSentPicturesStore(db: Kysely<Schema>) {
  const withPicture = (pictureId: string) =>
    db.selectFrom('messages').select('id').where('pic_ids', 'like', `%${pictureId}%`).limit(1);

  /** Does not count broadcasts, which show only pictures of the profile, and messages deleted for both members. */
  async function isSent(pictureId: string, authorId: string): Promise<boolean> {
    const sent = withPicture(pictureId)
      .where('sender_id', '=', authorId)
      .where('recipient_id', 'is not', null)
      .where((message) =>
        message.or([message('sender_deleted_ms', 'is', null), message('recipient_deleted_ms', 'is', null), isWithheld(message)]),
      );
    return hasRow(sent);
  }

  return {
    /** True if a decision hides the message from its recipient, who may see it again. */
    isWithheld: (messageId: string): Promise<boolean> =>
      hasRow(db.selectFrom('messages').select('id').where('id', '=', messageId).where(isWithheld)),

    async wasSentTo(pictureId: string, viewerId: string): Promise<boolean> {
      const received = withPicture(pictureId).where('recipient_id', '=', viewerId).where('recipient_deleted_ms', 'is', null);
      return hasRow(received);
    },

    /** True if a message to the other member contains the picture, and its sender has hidden each such message. */
    async isHiddenBySender(pictureId: string, senderId: string, recipientId: string): Promise<boolean> {
      const rows = await db
        .selectFrom('messages')
        .select('sender_deleted_ms')
        .where('pair', '=', pairOf(senderId, recipientId))
        .where('sender_id', '=', senderId)
        .where('pic_ids', 'like', `%${pictureId}%`)
        .execute();
      return rows.length > 0 && rows.every(({ sender_deleted_ms }) => sender_deleted_ms !== null);
    },

    isSent,

    /**
     * Deletes those of the pictures that belong to a conversation and are in no other message; those of profiles remain. Returns the
     * deleted ones.
     */
    async removeUnsent(pictureIds: readonly string[], authorId: string): Promise<string[]> {
      if (pictureIds.length === 0) return [];
      const ofChat = db.selectFrom('pictures').select('id').where('chat_with', 'is not', null);
      const removed: string[] = [];
      for (const { id } of await ofChat.where('id', 'in', [...pictureIds]).execute())
        if (!(await isSent(id, authorId))) removed.push(id);
      if (removed.length > 0) await db.deleteFrom('pictures').where('id', 'in', removed).execute();
      return removed;
    },

    async withPictures(senderId: string, recipientId?: string): Promise<MessageWithPictures[]> {
      const rows = await db
        .selectFrom('messages')
        .select(['id', 'recipient_id', 'pic_ids', 'view_once', 'created_ms'])
        .where('sender_id', '=', senderId)
        .where('recipient_id', 'is not', null)
        .where((message) => message.or([message('pic_ids', '<>', '[]'), message('view_once', '=', 'unviewed')]))
        .$if(recipientId !== undefined, (query) => query.where('recipient_id', '=', recipientId ?? ''))
        .execute();
      return rows.map((row) => ({
        id: row.id,
        recipientId: row.recipient_id ?? '',
        picIds: JSON.parse(row.pic_ids) as string[],
        isUnviewed: row.view_once === 'unviewed',
        createdMs: row.created_ms,
      }));
    },

    /**
     * Stores the message's pictures, and the state of its picture to view once. Without a revision, or for a member who has hidden the
     * message, the revision stays the same.
     */
    async setPictures(message: StoredMessage, revision: number | null): Promise<void> {
      await db
        .updateTable('messages')
        .set({
          pic_ids: JSON.stringify(message.picIds),
          view_once: message.view_once,
          ...(revision === null ? {} : disclosedToBoth(message, revision)),
        })
        .where('id', '=', message.id)
        .execute();
    },
  };
}
