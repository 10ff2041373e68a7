// The language in which a contact message was written, for the mail with the answer. Older ones were written in English.
import type { Migration } from '#server/db/open.ts';

export const contactLanguage: Migration = {
  name: '0034-contact-language',
  async up(db) {
    await db.schema
      .alterTable('contact_messages')
      .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
      .execute();
  },
};
