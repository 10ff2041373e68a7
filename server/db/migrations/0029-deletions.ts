// Accounts that are being deleted: the next process continues what this one did not finish.
import type { Migration } from '#server/db/open.ts';

export const deletions: Migration = {
  name: '0029-deletions',
  async up(db) {
    await db.schema
      .createTable('deletions')
      .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('profile_id', 'text', (c) => c.notNull().unique())
      .execute();
  },
};
