// When members were blocked. A like keeps its time while its member blocks, so the time of the last change does not tell it.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const blockedTimes: Migration = {
  name: '0039-blocked-times',
  async up(db) {
    // Null for earlier blocks, and those that a process of an earlier version stores.
    await db.schema.alterTable('likes').addColumn('blocked_ms', 'bigint').execute();
    await sql`create index likes_by_blocker on likes (liker_id, coalesce(blocked_ms, changed_ms)) where is_blocked = 1`.execute(
      db,
    );
  },
};
