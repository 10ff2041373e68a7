// The first tables: accounts and sessions, profiles and pictures, positions, likes, messages, notifications, push.
import type { Migration } from '#server/db/open.ts';

export const first: Migration = {
  name: '0001-first',
  async up(db) {
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.unique())
      .addColumn('pending_email', 'text')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('roles', 'text', (c) => c.notNull())
      .addColumn('profile_id', 'text', (c) => c.notNull().unique())
      .addColumn('preferences', 'text', (c) => c.notNull())
      .addColumn('acknowledgements', 'text', (c) => c.notNull())
      .addColumn('is_test', 'integer', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('login_links')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('secret_hash', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text')
      .addColumn('acknowledgements', 'text', (c) => c.notNull())
      .addColumn('brand', 'text', (c) => c.notNull())
      .addColumn('nonce_hash', 'text')
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('expires_ms', 'bigint', (c) => c.notNull())
      .addColumn('used_ms', 'bigint')
      .execute();
    await db.schema.createIndex('login_links_by_email').on('login_links').columns(['email', 'created_ms']).execute();
    await db.schema.createIndex('login_links_by_end').on('login_links').column('expires_ms').execute();

    await db.schema
      .createTable('mail_queue')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('brand', 'text', (c) => c.notNull())
      .addColumn('to_address', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('next_ms', 'bigint', (c) => c.notNull())
      .addColumn('expires_ms', 'bigint', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('mail_queue_by_next').on('mail_queue').columns(['state', 'next_ms']).execute();

    await db.schema
      .createTable('sessions')
      .addColumn('id_hash', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('profile_id', 'text', (c) => c.notNull())
      .addColumn('is_remembered', 'integer', (c) => c.notNull())
      .addColumn('show_nsfw', 'integer', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('signed_in_ms', 'bigint', (c) => c.notNull())
      .addColumn('by_link', 'integer', (c) => c.notNull())
      .addColumn('seen_ms', 'bigint', (c) => c.notNull())
      .addColumn('idle_until_ms', 'bigint', (c) => c.notNull())
      .addColumn('ends_ms', 'bigint', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sessions_by_account').on('sessions').column('account_id').execute();

    await db.schema
      .createTable('audit')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text')
      .addColumn('what', 'text', (c) => c.notNull())
      .addColumn('ip', 'text')
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('profiles')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().unique().references('accounts.id').onDelete('cascade'))
      .addColumn('profilename', 'text', (c) => c.notNull())
      .addColumn('pic_ids', 'text', (c) => c.notNull())
      .addColumn('pic_ids_private', 'text', (c) => c.notNull())
      .addColumn('birthdate', 'text')
      .addColumn('height', 'text', (c) => c.notNull())
      .addColumn('weight', 'text', (c) => c.notNull())
      .addColumn('height_cm', 'double precision')
      .addColumn('weight_kg', 'double precision')
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('characteristics', 'text', (c) => c.notNull())
      .addColumn('is_test', 'integer', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('seen_ms', 'bigint', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('updated_ms', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('pictures')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('placeholder', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('pictures_by_profile').on('pictures').column('profile_id').execute();

    await db.schema
      .createTable('positions')
      .addColumn('profile_id', 'text', (c) => c.primaryKey().references('profiles.id').onDelete('cascade'))
      .addColumn('cell_i', 'integer', (c) => c.notNull())
      .addColumn('cell_j', 'integer', (c) => c.notNull())
      .addColumn('cell_side', 'integer', (c) => c.notNull())
      .addColumn('use_kind', 'text', (c) => c.notNull())
      .addColumn('is_hidden', 'integer', (c) => c.notNull())
      .addColumn('effective_until_ms', 'bigint', (c) => c.notNull())
      .addColumn('updated_ms', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('likes')
      .addColumn('liker_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('liked_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('like_type', 'text', (c) => c.notNull())
      .addColumn('is_blocked', 'integer', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('changed_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('likes_key', ['liker_id', 'liked_id'])
      .execute();
    await db.schema.createIndex('likes_by_liker').on('likes').columns(['liker_id', 'like_type', 'changed_ms']).execute();
    await db.schema.createIndex('likes_by_liked').on('likes').columns(['liked_id', 'like_type', 'changed_ms']).execute();

    await db.schema
      .createTable('pic_likes')
      .addColumn('liker_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('pic_id', 'text', (c) => c.notNull().references('pictures.id').onDelete('cascade'))
      .addColumn('pic_profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('like_type', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('changed_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('pic_likes_key', ['liker_id', 'pic_id'])
      .execute();
    await db.schema.createIndex('pic_likes_by_liker').on('pic_likes').columns(['liker_id', 'like_type', 'changed_ms']).execute();
    await db.schema
      .createIndex('pic_likes_by_owner')
      .on('pic_likes')
      .columns(['pic_profile_id', 'like_type', 'changed_ms'])
      .execute();
    await db.schema.createIndex('pic_likes_by_picture').on('pic_likes').column('pic_id').execute();

    await db.schema
      .createTable('messages')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('sequence', 'bigint', (c) => c.notNull())
      .addColumn('revision', 'bigint', (c) => c.notNull())
      .addColumn('pair', 'text')
      .addColumn('sender_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('recipient_id', 'text', (c) => c.references('profiles.id').onDelete('cascade'))
      .addColumn('sector', 'text')
      .addColumn('body_text', 'text', (c) => c.notNull())
      .addColumn('pic_ids', 'text', (c) => c.notNull())
      .addColumn('idempotency_key', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('read_ms', 'bigint')
      .addColumn('is_read_told', 'integer', (c) => c.notNull())
      .addColumn('recipient_deleted_ms', 'bigint')
      .addColumn('sender_deleted_ms', 'bigint')
      .addColumn('is_test', 'integer', (c) => c.notNull())
      .addUniqueConstraint('messages_once', ['sender_id', 'idempotency_key'])
      .execute();
    await db.schema.createIndex('messages_by_pair').on('messages').columns(['pair', 'sequence']).execute();
    await db.schema.createIndex('messages_by_sender').on('messages').columns(['sender_id', 'revision']).execute();
    await db.schema.createIndex('messages_by_recipient').on('messages').columns(['recipient_id', 'revision']).execute();
    await db.schema.createIndex('messages_by_sector').on('messages').columns(['sector', 'sequence']).execute();

    await db.schema
      .createTable('notifications')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('about_profile_id', 'text', (c) => c.references('profiles.id').onDelete('cascade'))
      .addColumn('body_text', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('notifications_by_profile').on('notifications').columns(['profile_id', 'created_ms']).execute();
    await db.schema.createIndex('notifications_by_about').on('notifications').column('about_profile_id').execute();

    await db.schema
      .createTable('push_subscriptions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('profile_id', 'text', (c) => c.notNull())
      .addColumn('session_hash', 'text', (c) => c.notNull().references('sessions.id_hash').onDelete('cascade'))
      .addColumn('device_name', 'text', (c) => c.notNull())
      .addColumn('endpoint', 'text', (c) => c.notNull().unique())
      .addColumn('expiration_ms', 'bigint')
      .addColumn('auth', 'text', (c) => c.notNull())
      .addColumn('p256dh', 'text', (c) => c.notNull())
      .addColumn('seen_ms', 'bigint', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('push_subscriptions_by_account').on('push_subscriptions').column('account_id').execute();
    await db.schema.createIndex('push_subscriptions_by_profile').on('push_subscriptions').column('profile_id').execute();
    await db.schema.createIndex('push_subscriptions_by_session').on('push_subscriptions').column('session_hash').execute();

    await db.schema
      .createTable('push_queue')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('subscription_id', 'text', (c) => c.notNull().references('push_subscriptions.id').onDelete('cascade'))
      .addColumn('profile_id', 'text', (c) => c.notNull())
      .addColumn('topic', 'text', (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('next_ms', 'bigint', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('push_queue_merged', ['subscription_id', 'topic'])
      .execute();
    await db.schema.createIndex('push_queue_by_next').on('push_queue').column('next_ms').execute();

    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();
  },
};
