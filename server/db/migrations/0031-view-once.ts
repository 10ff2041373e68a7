// Pictures of messages that their recipient can view once.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const viewOnce: Migration = {
  name: '0031-view-once',
  async up(db) {
    await db.schema.alterTable('messages').addColumn('view_once', 'text').execute();
    await db.schema
      .alterTable('pictures')
      .addColumn('view_once_message_id', 'text', (c) => c.references('messages.id').onDelete('cascade'))
      .execute();
    await db.schema.alterTable('pictures').addColumn('viewed_ms', 'bigint').execute();
    await db.schema.alterTable('pictures').addColumn('viewed_by', 'text').execute();
    await sql`create unique index pictures_by_view_once_message on pictures (view_once_message_id)
      where view_once_message_id is not null`.execute(db);
  },
};
