// Tables against spam: first messages that go to many, and fingerprints of pictures that must not be uploaded again.
import type { Migration } from '#server/db/open.ts';

export const spam: Migration = {
  name: '0018-spam',
  async up(db) {
    await db.schema
      .createTable('openers')
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('opener_hash', 'text', (c) => c.notNull())
      .addColumn('peer_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('openers_key', ['profile_id', 'opener_hash', 'peer_id'])
      .execute();
    await db.schema.createIndex('openers_by_peer').on('openers').column('peer_id').execute();
    await db.schema.createIndex('openers_by_time').on('openers').column('created_ms').execute();
    await db.schema
      .createTable('refused_looks')
      .addColumn('look', 'text', (c) => c.primaryKey())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
  },
};
