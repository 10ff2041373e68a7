// Adds to sessions the hash of the proof that their device's app lock is open.
import type { Migration } from '#server/db/open.ts';

export const sessionLock: Migration = {
  name: '0019-session-lock',
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('lock_hash', 'text').execute();
  },
};
