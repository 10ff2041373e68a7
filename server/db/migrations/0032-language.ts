// The language of each device, for its pushes. Processes without this column store devices in English.
import type { Migration } from '#server/db/open.ts';

export const language: Migration = {
  name: '0032-language',
  async up(db) {
    await db.schema
      .alterTable('push_subscriptions')
      .addColumn('language', 'text', (c) => c.notNull().defaultTo('en'))
      .execute();
  },
};
