// Stores messages from the contact form.
import type { Kysely, Selectable } from 'kysely';
import type { ContactMessagesTable, Schema } from '#server/db/schema.ts';
import { hasChanged } from '#server/db/row-counts.ts';
import { wholePage } from '#server/db/whole-page.ts';

export interface StoredContactMessage extends Selectable<ContactMessagesTable> {
  /** The sender's current email address; null for a visitor or a deleted account. */
  readonly email: string | null;
}

export interface ContactPage {
  readonly beforeMs: number;
  readonly size: number;
  /** Leaves out answered messages. */
  readonly unanswered: boolean;
}

export function createContactStore(db: Kysely<Schema>) {
  const withEmail = () =>
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
      return (await withEmail().where('contact_messages.id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Newest first. */
    page({ beforeMs, size, unanswered }: ContactPage): Promise<StoredContactMessage[]> {
      const listed = withEmail()
        .$if(unanswered, (query) => query.where('contact_messages.answered_ms', 'is', null))
        .orderBy('contact_messages.created_ms', 'desc')
        .orderBy('contact_messages.id', 'desc');
      return wholePage(
        size,
        (row) => row.created_ms,
        () => listed.where('contact_messages.created_ms', '<', beforeMs).limit(size).execute(),
        (ms) => listed.where('contact_messages.created_ms', '=', ms).execute(),
      );
    },

    /** False if it was already answered. */
    async answer(id: string, answer: string, nowMs: number): Promise<boolean> {
      return hasChanged(
        db
          .updateTable('contact_messages')
          .set({ answer, answered_ms: nowMs })
          .where('id', '=', id)
          .where('answered_ms', 'is', null),
      );
    },
  };
}
