// Broadcasts that a member deleted for themselves.
import type { Migration } from '#server/db/open.ts';

export const broadcasts: Migration = {
  name: '0009-broadcasts',
  async up(db) {
    await db.schema
      .createTable('broadcast_hides')
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('message_id', 'text', (c) => c.notNull().references('messages.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('broadcast_hides_key', ['profile_id', 'message_id'])
      .execute();
    await db.schema.createIndex('broadcast_hides_by_message').on('broadcast_hides').column('message_id').execute();
  },
};
