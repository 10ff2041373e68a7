// Private notes of members about others. A note outlives its profile, so only its author is a foreign key.
import type { Migration } from '#server/db/open.ts';

export const notes: Migration = {
  name: '0007-notes',
  async up(db) {
    await db.schema
      .createTable('profile_notes')
      .addColumn('author_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('about_id', 'text', (c) => c.notNull())
      .addColumn('body_text', 'text', (c) => c.notNull())
      .addColumn('private_tags', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('updated_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('profile_notes_key', ['author_id', 'about_id'])
      .execute();
  },
};
