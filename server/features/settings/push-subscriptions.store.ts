// Stores push subscriptions.
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export type StoredSubscription = Selectable<Schema['push_subscriptions']>;

export function createPushSubscriptionsStore(db: Kysely<Schema>) {
  return {
    /** Oldest first. */
    async ofAccount(accountId: string): Promise<StoredSubscription[]> {
      return db
        .selectFrom('push_subscriptions')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_ms')
        .orderBy('id')
        .execute();
    },

    async insert(subscription: Schema['push_subscriptions']): Promise<void> {
      await db.insertInto('push_subscriptions').values(subscription).execute();
    },

    async update(id: string, change: Partial<Omit<Schema['push_subscriptions'], 'id'>>): Promise<void> {
      await db.updateTable('push_subscriptions').set(change).where('id', '=', id).execute();
    },

    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('push_subscriptions')
        .where('id', 'in', [...ids])
        .execute();
    },

    /** Removes the endpoint from the account that has it. */
    async removeEndpoint(endpoint: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
    },
  };
}
