// Rows of messages of the contact form.
import type { Kysely, Selectable } from 'kysely';
import type { ContactMessagesTable, Schema } from '#server/db/schema.ts';

export interface StoredContactMessage extends Selectable<ContactMessagesTable> {
  /** The current address of its writer; null for a visitor, or once the account is gone. */
  readonly email: string | null;
}

export interface ContactPage {
  readonly beforeMs: number;
  readonly size: number;
  /** Leaves out those that are answered. */
  readonly unanswered: boolean;
}

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createContactStore(db: Kysely<Schema>) {
  const withAddress = () =>
    db
      .selectFrom('contact_messages')
      .leftJoin('accounts', 'accounts.id', 'contact_messages.account_id')
      .selectAll('contact_messages')
      .select('accounts.email');

  return {
    async insert(row: ContactMessagesTable): Promise<void> {
      await db.insertInto('contact_messages').values(row).execute();
    },

    async find(id: string): Promise<StoredContactMessage | null> {
      return (await withAddress().where('contact_messages.id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Newest first. */
    page: ({ beforeMs, size, unanswered }: ContactPage): Promise<StoredContactMessage[]> =>
      withAddress()
        .where('contact_messages.created_ms', '<', beforeMs)
        .$if(unanswered, (query) => query.where('contact_messages.answered_ms', 'is', null))
        .orderBy('contact_messages.created_ms', 'desc')
        .orderBy('contact_messages.id', 'desc')
        .limit(size)
        .execute(),

    /** False where it was answered before. */
    async answer(id: string, answer: string, nowMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('contact_messages')
        .set({ answer, answered_ms: nowMs })
        .where('id', '=', id)
        .where('answered_ms', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
