// Rows of queued pushes and their devices.
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, countRows, hasChanged, hasRow } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export type QueuedPush = Selectable<Schema['push_queue']>;

export interface PushDevice {
  readonly id: string;
  readonly profileId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly origin: string;
  readonly language: string;
  /** True if the member has set an app lock on the device. */
  readonly hasLock: boolean;
}

export function createPushQueueStore(db: Kysely<Schema>) {
  return {
    async countDevices(): Promise<number> {
      return countRows(db.selectFrom('push_subscriptions'));
    },

    async removeAllDevices(): Promise<void> {
      await db.deleteFrom('push_subscriptions').execute();
    },

    async removeDevice(id: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
    },

    /** Removes devices that have neither renewed their subscription nor used their session since `beforeMs`: at most one slice. */
    async removeDevicesUnseenSince(beforeMs: number): Promise<number> {
      const unseen = db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('seen_ms', '<', beforeMs)
        .where((device) => {
          const used = device
            .selectFrom('sessions')
            .select('id_hash')
            .whereRef('id_hash', '=', 'push_subscriptions.session_hash');
          return device.not(device.exists(used.where('sessions.seen_ms', '>=', beforeMs)));
        })
        .limit(sliceRows);
      return countChanged(db.deleteFrom('push_subscriptions').where('id', 'in', unseen));
    },

    /** Queues a push. If a push of the same topic is waiting, its content is replaced. */
    async put(row: Insertable<Schema['push_queue']>): Promise<void> {
      const { id, payload, created_ms } = row;
      await db
        .insertInto('push_queue')
        .values(row)
        .onConflict((conflict) => conflict.columns(['subscription_id', 'topic']).doUpdateSet({ id, payload, created_ms }))
        .execute();
    },

    async isQueued(subscriptionId: string, topic: string): Promise<boolean> {
      return hasRow(
        db.selectFrom('push_queue').select('id').where('subscription_id', '=', subscriptionId).where('topic', '=', topic),
      );
    },

    /** The pushes with the earliest due times, even if they are not due yet. */
    async first(limit: number): Promise<QueuedPush[]> {
      return db.selectFrom('push_queue').selectAll().orderBy('next_ms').limit(limit).execute();
    },

    /** Postpones to `untilMs` those pushes that no other process has claimed, and returns them. */
    async claim(pushes: readonly QueuedPush[], untilMs: number): Promise<QueuedPush[]> {
      const claimed: QueuedPush[] = [];
      for (const push of pushes) {
        const { id, tries } = push;
        const unclaimed = db.updateTable('push_queue').where('id', '=', id).where('tries', '=', tries);
        if (await hasChanged(unclaimed.set({ tries: tries + 1, next_ms: untilMs }))) claimed.push(push);
      }
      return claimed;
    },

    /** Postpones a claimed push, even if its content was replaced in the meantime, unless another process has claimed it since. */
    async postpone({ subscription_id, topic, tries }: QueuedPush, nextMs: number): Promise<void> {
      await db
        .updateTable('push_queue')
        .set({ next_ms: nextMs })
        .where('subscription_id', '=', subscription_id)
        .where('topic', '=', topic)
        .where('tries', '=', tries + 1)
        .execute();
    },

    /** Removes a claimed push. If its content was replaced in the meantime, it stays, and is due now. */
    async finish({ id, subscription_id, topic, tries }: QueuedPush, nowMs: number): Promise<void> {
      if (await hasChanged(db.deleteFrom('push_queue').where('id', '=', id))) return;
      await db
        .updateTable('push_queue')
        .set({ tries: 0, next_ms: nowMs })
        .where('subscription_id', '=', subscription_id)
        .where('topic', '=', topic)
        .where('tries', '=', tries + 1)
        .execute();
    },

    /** Null if the device was removed, or the session that stored it has ended or belongs to another account. */
    async deviceOf(subscriptionId: string, nowMs: number): Promise<PushDevice | null> {
      const row = await db
        .selectFrom('push_subscriptions as device')
        .innerJoin('sessions', 'sessions.id_hash', 'device.session_hash')
        .select([
          'device.id',
          'device.profile_id',
          'device.endpoint',
          'device.p256dh',
          'device.auth',
          'device.origin',
          'device.language',
          'sessions.lock_hash',
        ])
        .where('device.id', '=', subscriptionId)
        .whereRef('sessions.account_id', '=', 'device.account_id')
        .where('sessions.ends_ms', '>', nowMs)
        .where('sessions.idle_until_ms', '>', nowMs)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { profile_id: profileId, lock_hash, ...device } = row;
      return { ...device, profileId, hasLock: lock_hash !== null };
    },
  };
}
