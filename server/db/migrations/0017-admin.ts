// Adds the administrators' answers to contact messages, and the indexes for listing these messages and counting accounts.
import type { Migration } from '#server/db/open.ts';

export const admin: Migration = {
  name: '0017-admin',
  async up(db) {
    await db.schema.alterTable('contact_messages').addColumn('answer', 'text').execute();
    await db.schema.alterTable('contact_messages').addColumn('answered_ms', 'bigint').execute();
    await db.schema.createIndex('contact_messages_by_time').on('contact_messages').columns(['created_ms', 'id']).execute();
    await db.schema.createIndex('accounts_by_roles').on('accounts').columns(['is_test', 'roles']).execute();
    await db.schema.createIndex('accounts_by_time').on('accounts').columns(['is_test', 'created_ms']).execute();
  },
};
