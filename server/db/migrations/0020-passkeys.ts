// The table of passkeys.
import type { Migration } from '#server/db/open.ts';

export const passkeys: Migration = {
  name: '0020-passkeys',
  async up(db) {
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('rp_id', 'text', (c) => c.notNull())
      .addColumn('credential_id', 'text', (c) => c.notNull().unique())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('user_handle', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('used_ms', 'bigint')
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('passkeys_by_account').on('passkeys').column('account_id').execute();
  },
};
