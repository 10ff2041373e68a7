// Stores which picture a message shows once, and when its recipient viewed it.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { hasChanged, hasRow } from '#server/db/row-counts.ts';
import { disclosedToBoth, type StoredMessage } from './messages.store.ts';

/** The session and the key of the request that viewed the picture. */
export interface ViewRequest {
  readonly sessionHash: string;
  readonly key: string;
}

const hashOf = ({ sessionHash, key }: ViewRequest): string => createHash('sha256').update(`${sessionHash} ${key}`).digest('hex');

export function createViewOnceStore(db: Kysely<Schema>) {
  return {
    /** Resolves to false if the sender has no such picture, or it belongs to another message. */
    async attach(messageId: string, pictureId: string, senderId: string): Promise<boolean> {
      return hasChanged(
        db
          .updateTable('pictures')
          .set({ view_once_message_id: messageId })
          .where('id', '=', pictureId)
          .where('profile_id', '=', senderId)
          .where('view_once_message_id', 'is', null),
      );
    },

    async pictureOf(messageId: string): Promise<string | null> {
      const row = await db.selectFrom('pictures').select('id').where('view_once_message_id', '=', messageId).executeTakeFirst();
      return row?.id ?? null;
    },

    /**
     * Resolves to false if the picture was viewed already, or is gone. If one of the two has hidden the message, their revision stays the
     * same.
     */
    async markViewed(
      message: StoredMessage,
      request: ViewRequest,
      change: { revision: number; nowMs: number },
    ): Promise<boolean> {
      const unviewed = db.updateTable('pictures').where('view_once_message_id', '=', message.id).where('viewed_ms', 'is', null);
      if (!(await hasChanged(unviewed.set({ viewed_ms: change.nowMs, viewed_by: hashOf(request) })))) return false;
      await db
        .updateTable('messages')
        .set({ view_once: 'viewed', ...disclosedToBoth(message, change.revision) })
        .where('id', '=', message.id)
        .execute();
      return true;
    },

    /** True if this request viewed the picture, not before `sinceMs`. */
    async wasViewedBy(messageId: string, request: ViewRequest, sinceMs: number): Promise<boolean> {
      return hasRow(
        db
          .selectFrom('pictures')
          .select('id')
          .where('view_once_message_id', '=', messageId)
          .where('viewed_by', '=', hashOf(request))
          .where('viewed_ms', '>=', sinceMs),
      );
    },

    /** Deletes the message's picture, and returns its id. */
    async remove(messageId: string): Promise<string[]> {
      const rows = await db.deleteFrom('pictures').where('view_once_message_id', '=', messageId).returning('id').execute();
      return rows.map(({ id }) => id);
    },
  };
}
