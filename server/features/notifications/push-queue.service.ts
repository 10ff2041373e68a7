// Queues a push to each device of a member in the write that causes it; its content is decided when it is sent.
import { createHmac } from 'node:crypto';
import type { Tx } from '#server/db/open.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import type { Hub } from '#server/live/hub.ts';
import type { World } from '#server/world.ts';
import type { NotificationKind } from './notifications.store.ts';
import { createPushQueueStore, compiledDeviceIds } from './push-queue.store.ts';

/** A notification that was just stored. */
export interface NewNotification {
  readonly notificationId: string;
  readonly profileId: string;
  readonly kind: NotificationKind;
  /** Null for a notification that names no member. */
  readonly aboutProfileId: string | null;
}

export interface PushQueue {
  /** Adds to the transaction; true when the sending has to be woken after the commit. */
  add(tx: Tx, notification: NewNotification): Promise<boolean>;
}

const maxUnseenMs = 60 * 24 * 3_600_000;

/** The stored content of a queued push: text and count are looked up when it is sent, so that they are current. */
export interface PushSubject {
  /** Null: the morning digest. */
  readonly notificationId: string | null;
}

/**
 * Opens the queue. Devices are bound to the server's push keys: throws an Error that explains what to do when the database has
 * devices of other keys and the settings don't allow forgetting them.
 */
export async function openPushQueue(world: World, hub: Hub): Promise<PushQueue> {
  const { clock, db, ids } = world;
  const topicKey = Buffer.from(await preparedTopicKey(world), 'base64url');
  const devicesOf = compiledDeviceIds(db.read);

  /** Discloses no member, and is the same for all pushes that may be merged: at most 32 characters, as push services require. */
  const topicOf = (subscriptionId: string, { kind, aboutProfileId }: NewNotification): string =>
    createHmac('sha256', topicKey)
      .update(`${subscriptionId} ${topicKinds[kind]} ${aboutProfileId ?? ''}`)
      .digest('base64url')
      .slice(0, 24);

  return {
    async add(tx, notification) {
      if (isOnScreen(hub, notification)) return false;
      const { rows } = await tx.executeQuery(devicesOf(notification.profileId));
      const store = createPushQueueStore(tx);
      const nowMs = clock.now();
      const subject: PushSubject = { notificationId: notification.notificationId };
      for (const { id: subscriptionId } of rows)
        await store.put({
          id: ids.uuid(),
          subscription_id: subscriptionId,
          profile_id: notification.profileId,
          topic: topicOf(subscriptionId, notification),
          payload: JSON.stringify(subject),
          tries: 0,
          next_ms: nowMs,
          created_ms: nowMs,
        });
      return rows.length > 0;
    },
  };
}

/** Removes devices that were not used for 60 days: some push services never report that a device is gone. */
export const removeUnseenDevices = ({ clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> =>
  db.write((tx) => createPushQueueStore(tx).removeDevicesUnseenSince(clock.now() - maxUnseenMs));

/** A mutual like and a grant replace the push of the like. */
const topicKinds: Readonly<Record<NotificationKind, string>> = {
  message: 'conversation',
  like: 'like',
  mutual: 'like',
  grant: 'like',
  arbitration: 'case',
  health: 'word',
};

/** A message is on screen in its open conversation, any other notification on any screen of the application. */
export function isOnScreen(hub: Hub, { profileId, kind, aboutProfileId }: Omit<NewNotification, 'notificationId'>): boolean {
  return kind === 'message' && aboutProfileId !== null ? hub.isLookingAt(profileId, aboutProfileId) : hub.isWatching(profileId);
}

const topicKeyName = 'push-topic-key';
const publicKeyName = 'push-public-key';

/** Checks that the devices know the server's push keys, and returns the secret for topics; both are stored at the first start. */
function preparedTopicKey({ db, ids, pushKeys, config, log }: World): Promise<string> {
  return db.write(async (tx) => {
    const [store, secrets] = [createPushQueueStore(tx), createSecretsStore(tx)];
    const knownKey = await secrets.findOrStore(publicKeyName, pushKeys.publicKey);
    if (knownKey !== pushKeys.publicKey) {
      const devices = await store.countDevices();
      if (devices > 0 && !config.forgetsPushDevices) throw new Error(otherKeysText(devices));
      if (devices > 0) log.warn({ devices }, 'devices that subscribed with other push keys are forgotten');
      await store.removeAllDevices();
      await secrets.replace(publicKeyName, pushKeys.publicKey);
    }
    return secrets.findOrStore(topicKeyName, ids.secret(32));
  });
}

const otherKeysText = (devices: number): string =>
  `${devices} devices subscribed to push with other keys than those in DATA_DIR/push-keys.json. Put the right push-keys.json back ` +
  '(several servers on one database need the same one). If it is lost, start once with FORGET_PUSH_DEVICES=1: ' +
  'each device subscribes again when its member next opens the application.';
