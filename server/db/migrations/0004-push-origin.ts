// Where a device subscribed: what a push opens must be on the very origin whose worker shows it, in the name of that brand.
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
