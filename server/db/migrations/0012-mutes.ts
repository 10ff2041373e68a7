// Muted conversations.
import type { Migration } from '#server/db/open.ts';

export const mutes: Migration = {
  name: '0012-mutes',
  async up(db) {
    await db.schema
      .createTable('mutes')
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('peer_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('until_ms', 'bigint')
      .addPrimaryKeyConstraint('mutes_key', ['profile_id', 'peer_id'])
      .execute();
    await db.schema.createIndex('mutes_by_peer').on('mutes').column('peer_id').execute();
  },
};
