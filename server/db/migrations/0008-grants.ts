// Grants of private pictures.
import type { Migration } from '#server/db/open.ts';

export const grants: Migration = {
  name: '0008-grants',
  async up(db) {
    await db.schema
      .createTable('pic_grants')
      .addColumn('owner_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('viewer_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('until_ms', 'bigint')
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('pic_grants_key', ['owner_id', 'viewer_id'])
      .execute();
    await db.schema.createIndex('pic_grants_by_viewer').on('pic_grants').column('viewer_id').execute();
    await db.schema.createIndex('pic_grants_by_end').on('pic_grants').column('until_ms').execute();
  },
};
