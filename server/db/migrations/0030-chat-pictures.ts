// Pictures of conversations, which belong to no profile's lists.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const chatPictures: Migration = {
  name: '0030-chat-pictures',
  async up(db) {
    await db.schema
      .alterTable('pictures')
      .addColumn('chat_with', 'text', (c) => c.references('profiles.id').onDelete('cascade'))
      .execute();
    await sql`create index pictures_by_chat_with on pictures (chat_with) where chat_with is not null`.execute(db);
  },
};
