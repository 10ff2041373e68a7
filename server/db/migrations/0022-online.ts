// The time of a profile's last change that others can see; no notifications about members without a name.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const online: Migration = {
  name: '0022-online',
  async up(db) {
    await db.schema
      .alterTable('profiles')
      .addColumn('shown_updated_ms', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update profiles set shown_updated_ms = updated_ms`.execute(db);
    await sql`delete from notifications where about_profile_id in (select id from profiles where profilename = '')`.execute(db);
  },
};
