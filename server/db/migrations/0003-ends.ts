// Indexes for the hourly cleanup: sessions by expiry, audit rows by age.
import type { Migration } from '#server/db/open.ts';

export const ends: Migration = {
  name: '0003-ends',
  async up(db) {
    await db.schema.createIndex('sessions_by_end').on('sessions').column('ends_ms').execute();
    await db.schema.createIndex('sessions_by_idle').on('sessions').column('idle_until_ms').execute();
    await db.schema.createIndex('audit_by_time').on('audit').column('created_ms').execute();
  },
};
