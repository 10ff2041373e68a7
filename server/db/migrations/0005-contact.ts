// Messages of the contact form, stored in addition to the mail to the operators.
import type { Migration } from '#server/db/open.ts';

export const contact: Migration = {
  name: '0005-contact',
  async up(db) {
    await db.schema
      .createTable('contact_messages')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('brand', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('set null'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('contact_messages_by_account').on('contact_messages').column('account_id').execute();
  },
};
