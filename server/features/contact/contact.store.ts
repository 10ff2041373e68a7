// Rows of what was written through the contact form.
import type { Kysely } from 'kysely';
import type { ContactMessagesTable, Schema } from '../../db/schema.ts';

/** Writes on a transaction's handle. */
export const createContactStore = (db: Kysely<Schema>) => ({
  async insert(row: ContactMessagesTable): Promise<void> {
    await db.insertInto('contact_messages').values(row).execute();
  },
});
