// The accounts that are being deleted, and indexes of rows that sweeps delete in slices.
import type { Migration } from '#server/db/open.ts';

export const slices: Migration = {
  name: '0029-slices',
  async up(db) {
    // The next process continues a deletion that this one did not finish.
    await db.schema
      .createTable('deletions')
      .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('profile_id', 'text', (c) => c.notNull().unique())
      .execute();
    await db.schema.createIndex('pic_grants_by_until_ms').on('pic_grants').column('until_ms').execute();
    await db.schema.createIndex('push_subscriptions_by_seen_ms').on('push_subscriptions').column('seen_ms').execute();
  },
};
