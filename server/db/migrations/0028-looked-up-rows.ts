// Indexes of rows that deletions, archives and sweeps look up.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const lookedUpRows: Migration = {
  name: '0028-looked-up-rows',
  async up(db) {
    for (const [table, column] of [
      ['push_queue', 'profile_id'],
      ['login_links', 'account_id'],
      ['mail_queue', 'to_address'],
      ['health_marks', 'ends_day'],
    ] as const)
      await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
    await sql`create index messages_by_broadcaster on messages (sender_id, sequence) where sector is not null`.execute(db);
  },
};
