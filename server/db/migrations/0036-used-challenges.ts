// The challenges of passkeys that were used, so that processes on one database take each of them once.
import type { Migration } from '#server/db/open.ts';

export const usedChallenges: Migration = {
  name: '0036-used-challenges',
  async up(db) {
    await db.schema
      .createTable('used_challenges')
      .addColumn('secret', 'text', (column) => column.primaryKey())
      .addColumn('until_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('used_challenges_by_until').on('used_challenges').column('until_ms').execute();
  },
};
