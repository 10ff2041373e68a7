// Conversations, a message's revision for its sender, an index of unread messages, and a unique index of notifications.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const conversations: Migration = {
  name: '0002-conversations',
  async up(db) {
    await db.schema
      .createTable('conversations')
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('peer_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('pair', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('conversations_key', ['profile_id', 'peer_id'])
      .execute();
    await db.schema.createIndex('conversations_by_peer').on('conversations').column('peer_id').execute();
    await sql`insert into conversations (profile_id, peer_id, pair)
      select sender_id, recipient_id, pair from messages where pair is not null
      union select recipient_id, sender_id, pair from messages where pair is not null`.execute(db);

    await db.schema
      .alterTable('messages')
      .addColumn('sender_revision', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update messages set sender_revision = revision`.execute(db);
    await db.schema.dropIndex('messages_by_sender').execute();
    await db.schema.createIndex('messages_by_sender').on('messages').columns(['sender_id', 'sender_revision']).execute();
    await sql`create index messages_unread on messages (recipient_id, sender_id, sequence)
      where read_ms is null and recipient_deleted_ms is null`.execute(db);
    // Only broadcasts have a sector.
    await db.schema.dropIndex('messages_by_sector').execute();
    await sql`create index messages_by_sector on messages (sector, sequence) where sector is not null`.execute(db);
    await db.schema
      .createIndex('notifications_once')
      .unique()
      .on('notifications')
      .columns(['profile_id', 'kind', 'about_profile_id'])
      .execute();
  },
};
