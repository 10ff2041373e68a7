// Browsers that are known to accounts, and email addresses whose owner limits their sign-in mails.
import type { Migration } from '#server/db/open.ts';

export const signInMails: Migration = {
  name: '0021-sign-in-mails',
  async up(db) {
    await db.schema
      .createTable('known_browsers')
      .addColumn('mark_hash', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('session_hash', 'text', (c) => c.notNull())
      .addColumn('signed_in_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('known_browsers_by_account')
      .on('known_browsers')
      .columns(['account_id', 'signed_in_ms'])
      .execute();
    await db.schema.createIndex('known_browsers_by_time').on('known_browsers').column('signed_in_ms').execute();
    await db.schema
      .createTable('mail_limits')
      .addColumn('email', 'text', (c) => c.primaryKey())
      .addColumn('until_ms', 'bigint', (c) => c.notNull())
      .execute();
  },
};
