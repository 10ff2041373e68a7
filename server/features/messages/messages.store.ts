// Stores messages and conversations between two members.
import { CompiledQuery, sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import type { MessagesTable, Schema } from '#server/db/schema.ts';
import { hasChanged } from '#server/db/row-counts.ts';

export interface StoredMessage extends Omit<Selectable<MessagesTable>, 'pic_ids'> {
  readonly picIds: string[];
}

/** The newest messages, or those directly after or before a sequence. */
export interface PageRange {
  readonly sinceSequence?: number | undefined;
  readonly beforeSequence?: number | undefined;
  readonly size: number;
}

export interface Correspondent {
  readonly name: string;
  readonly isTest: boolean;
}

export const decodeMessage = ({ pic_ids, ...row }: Selectable<MessagesTable>): StoredMessage => ({
  ...row,
  picIds: JSON.parse(pic_ids) as string[],
});

/** The key of the conversation between two members, in either order. */
export const pairOf = (a: string, b: string): string => (a < b ? `${a}:${b}` : `${b}:${a}`);

const columns = [
  'id',
  'sequence',
  'revision',
  'sender_revision',
  'place',
  'changes',
  'sender_changes',
  'pair',
  'sender_id',
  'recipient_id',
  'sector',
  'body_text',
  'pic_ids',
  'idempotency_key',
  'created_ms',
  'read_ms',
  'is_read_told',
  'recipient_deleted_ms',
  'sender_deleted_ms',
  'is_test',
  'reply_to_id',
  'view_once',
] as const satisfies readonly (keyof MessagesTable)[];

/** The place after the newest message of a conversation. */
const nextPlace = sql<number>`coalesce((select newest.place from messages as newest where newest.pair = ${null}
  order by newest.sequence desc limit 1), 0) + 1`;

/** The insert statement of all messages, compiled once because that is slow. Its parameter for `place` is the conversation. */
export function compiledInsert(db: Kysely<Schema>): string {
  const placeholders = Object.fromEntries(columns.map((name) => [name, null])) as unknown as MessagesTable;
  return db
    .insertInto('messages')
    .values({ ...placeholders, place: nextPlace })
    .onConflict((conflict) => conflict.columns(['sender_id', 'idempotency_key']).doNothing())
    .returning('place')
    .compile().sql;
}

/** The columns of a change that the recipient, or the sender, may know of. */
const disclosedToRecipient = (revision: number) => ({ revision, changes: sql<number>`changes + 1` });
const disclosedToSender = (revision: number) => ({
  sender_revision: revision,
  sender_changes: sql<number>`sender_changes + 1`,
});

/** The columns of a change that both may know of, without those of a member who has hidden the message. */
export const disclosedToBoth = ({ sender_deleted_ms, recipient_deleted_ms }: StoredMessage, revision: number) => ({
  ...(sender_deleted_ms === null ? disclosedToSender(revision) : {}),
  ...(recipient_deleted_ms === null ? disclosedToRecipient(revision) : {}),
});

export type MessagesStore = ReturnType<typeof createMessagesStore>;

/** `insertSql` is the result of compiledInsert. */
export function createMessagesStore(db: Kysely<Schema>, insertSql: string) {
  return {
    async find(id: string): Promise<StoredMessage | null> {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? decodeMessage(row) : null;
    },

    async findByKey(senderId: string, key: string): Promise<StoredMessage | null> {
      const row = await db
        .selectFrom('messages')
        .selectAll()
        .where('sender_id', '=', senderId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      return row ? decodeMessage(row) : null;
    },

    /** The time of a conversation's or sector's last message; null before the first. */
    async newestCreatedMs(pair: string | null, sector: string | null): Promise<number | null> {
      const row = await db
        .selectFrom('messages')
        .select('created_ms')
        .where(pair === null ? 'sector' : 'pair', '=', pair ?? sector)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.created_ms ?? null;
    },

    async correspondent(profileId: string): Promise<Correspondent | null> {
      const row = await db
        .selectFrom('profiles')
        .select(['profilename', 'is_test'])
        .where('id', '=', profileId)
        .executeTakeFirst();
      return row ? { name: row.profilename, isTest: row.is_test === 1 } : null;
    },

    /** True for pictures of the profile; with `chatWith`, for pictures of the conversation with that member. */
    async ownsPictures(profileId: string, pictureIds: readonly string[], chatWith: string | null = null): Promise<boolean> {
      if (pictureIds.length === 0) return true;
      const rows = await db
        .selectFrom('pictures')
        .select('id')
        .where('profile_id', '=', profileId)
        .where('chat_with', chatWith === null ? 'is' : '=', chatWith)
        .where('view_once_message_id', 'is', null)
        .where('id', 'in', [...pictureIds])
        .execute();
      return rows.length === pictureIds.length;
    },

    /** The stored row with its place in the conversation; null if the sender has already used the key. */
    async insertOnce(message: Omit<StoredMessage, 'place'>): Promise<StoredMessage | null> {
      const { picIds, pair, ...fields } = message;
      const row = { ...fields, pair, place: pair, pic_ids: JSON.stringify(picIds) };
      const values = columns.map((name) => row[name]);
      const { rows } = await db.executeQuery<{ place: number }>(CompiledQuery.raw(insertSql, values));
      return rows[0] === undefined ? null : { ...message, place: rows[0].place };
    },

    /** Returns true if the conversation is new. */
    async openConversation(a: string, b: string): Promise<boolean> {
      const pair = pairOf(a, b);
      return hasChanged(
        db
          .insertInto('conversations')
          .values([
            { profile_id: a, peer_id: b, pair },
            { profile_id: b, peer_id: a, pair },
          ])
          .onConflict((conflict) => conflict.columns(['profile_id', 'peer_id']).doNothing()),
      );
    },

    /** The messages that the viewer can see, newest first. */
    async between(
      viewerId: string,
      peerId: string,
      { sinceSequence, beforeSequence, size }: PageRange,
    ): Promise<StoredMessage[]> {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('pair', '=', pairOf(viewerId, peerId))
        .where((message) => isVisibleTo(viewerId, message))
        .$if(sinceSequence !== undefined, (query) => query.where('sequence', '>', sinceSequence ?? 0))
        .$if(beforeSequence !== undefined, (query) => query.where('sequence', '<', beforeSequence ?? 0))
        .orderBy('sequence', sinceSequence === undefined ? 'desc' : 'asc')
        .limit(size)
        .execute();
      return newestFirst(rows.map(decodeMessage));
    },

    /** The number of unread messages of each sender who has any. */
    async unreadFrom(recipientId: string, senderIds: readonly string[]): Promise<Map<string, number>> {
      if (senderIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('messages')
        .select(['sender_id', (count) => count.fn.countAll<number>().as('unread')])
        .where('recipient_id', '=', recipientId)
        .where('sender_id', 'in', [...senderIds])
        .where('read_ms', 'is', null)
        .where('recipient_deleted_ms', 'is', null)
        .groupBy('sender_id')
        .execute();
      return new Map(rows.map((row) => [row.sender_id, row.unread]));
    },

    /** Marks all messages up to a sequence as read. Returns those that were unread, in order. */
    async markRead(mark: {
      recipientId: string;
      senderId: string;
      upToSequence: number;
      revision: number;
      readMs: number;
      isSenderNotified: boolean;
    }): Promise<StoredMessage[]> {
      const rows = await db
        .updateTable('messages')
        .set({
          read_ms: mark.readMs,
          is_read_told: mark.isSenderNotified ? 1 : 0,
          ...disclosedToRecipient(mark.revision),
          ...(mark.isSenderNotified ? disclosedToSender(mark.revision) : {}),
        })
        .where('recipient_id', '=', mark.recipientId)
        .where('sender_id', '=', mark.senderId)
        .where('read_ms', 'is', null)
        .where('recipient_deleted_ms', 'is', null)
        .where('sequence', '<=', mark.upToSequence)
        .returningAll()
        .execute();
      return rows.map(decodeMessage).toSorted((a, b) => a.sequence - b.sequence);
    },

    async hide(id: string, side: 'sender' | 'recipient', change: { revision: number; nowMs: number }): Promise<void> {
      await db
        .updateTable('messages')
        .set(
          side === 'sender'
            ? { sender_deleted_ms: change.nowMs, ...disclosedToSender(change.revision) }
            : { recipient_deleted_ms: change.nowMs, ...disclosedToRecipient(change.revision) },
        )
        .where('id', '=', id)
        .execute();
    },

    /** Shows a hidden message to its recipient again. */
    async unhide(id: string, revision: number): Promise<void> {
      await db
        .updateTable('messages')
        .set({ recipient_deleted_ms: null, ...disclosedToRecipient(revision) })
        .where('id', '=', id)
        .execute();
    },

    /** Sets one member's reaction. If the other one has hidden the message, their revision stays the same. */
    async react(message: StoredMessage, side: 'sender' | 'recipient', emoji: string | null, revision: number): Promise<void> {
      await db
        .updateTable('messages')
        .set({
          ...(side === 'sender' ? { sender_reaction: emoji } : { recipient_reaction: emoji }),
          ...disclosedToBoth(message, revision),
        })
        .where('id', '=', message.id)
        .execute();
    },

    /** Empties a message and hides it from both. If the recipient had hidden it already, their revision stays the same. */
    async takeBack(message: StoredMessage, { revision, nowMs }: { revision: number; nowMs: number }): Promise<void> {
      await db
        .updateTable('messages')
        .set({
          body_text: '',
          pic_ids: '[]',
          reply_to_id: null,
          sender_reaction: null,
          recipient_reaction: null,
          view_once: null,
          sender_deleted_ms: nowMs,
          ...disclosedToSender(revision),
          ...(message.recipient_deleted_ms === null ? { recipient_deleted_ms: nowMs, ...disclosedToRecipient(revision) } : {}),
        })
        .where('id', '=', message.id)
        .execute();
    },
  };
}

/** The viewer has not hidden the message, nor has its sender unsent it. */
function isVisibleTo(viewerId: string, message: ExpressionBuilder<Schema, 'messages'>) {
  return message.or([
    message.and([message('sender_id', '=', viewerId), message('sender_deleted_ms', 'is', null)]),
    message.and([message('recipient_id', '=', viewerId), message('recipient_deleted_ms', 'is', null)]),
  ]);
}

const newestFirst = (rows: StoredMessage[]): StoredMessage[] => rows.toSorted((a, b) => b.sequence - a.sequence);
