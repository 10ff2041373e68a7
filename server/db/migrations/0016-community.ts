// The glitter game, limits of health reports, and hellos to newcomers.
import type { Migration } from '#server/db/open.ts';

export const community: Migration = {
  name: '0016-community',
  async up(db) {
    await db.schema
      .createTable('cooties_glitter')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('caught_day', 'bigint', (c) => c.notNull())
      .addColumn('gone_day', 'bigint')
      .addColumn('passed_on', 'integer', (c) => c.notNull())
      .addColumn('went_on', 'integer', (c) => c.notNull())
      .addColumn('from_id', 'text', (c) => c.references('cooties_glitter.id').onDelete('set null'))
      .execute();
    await db.schema
      .createIndex('cooties_glitter_by_player')
      .on('cooties_glitter')
      .columns(['profile_id', 'caught_day'])
      .execute();
    await db.schema.createIndex('cooties_glitter_by_origin').on('cooties_glitter').column('from_id').execute();

    await db.schema
      .createTable('cooties_rounds')
      .addColumn('day', 'bigint', (c) => c.primaryKey())
      .execute();

    await db.schema
      .createTable('health_marks')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('ends_day', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('health_notices')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('due_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('health_notices_by_profile').on('health_notices').column('profile_id').execute();
    await db.schema.createIndex('health_notices_by_time').on('health_notices').column('due_ms').execute();

    await db.schema
      .createTable('welcome_hellos')
      .addColumn('greeter_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('newcomer_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('answered_ms', 'bigint')
      .addColumn('vouched_ms', 'bigint')
      .addPrimaryKeyConstraint('welcome_hellos_key', ['greeter_id', 'newcomer_id'])
      .execute();
    await db.schema.createIndex('welcome_hellos_by_newcomer').on('welcome_hellos').column('newcomer_id').execute();
  },
};
