// The origin at which a device subscribed: a push must open pages of the origin and brand of its worker.
import type { Migration } from '#server/db/open.ts';

export const pushOrigin: Migration = {
  name: '0004-push-origin',
  async up(db) {
    await db.schema
      .alterTable('push_subscriptions')
      .addColumn('origin', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
