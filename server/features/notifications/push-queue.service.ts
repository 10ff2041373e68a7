// Queues a push to each device of a member in the very write that causes it; what it will say is decided when it is sent.
import { createHmac } from 'node:crypto';
import type { Tx } from '#server/db/open.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import type { Hub } from '#server/live/hub.ts';
import type { World } from '#server/world.ts';
import type { NotificationKind } from './notifications.store.ts';
import { createPushQueueStore, readyDevices } from './push-queue.store.ts';

/** A notification that was stored just now. */
export interface NewNotification {
  readonly notificationId: string;
  readonly profileId: string;
  readonly kind: NotificationKind;
  /** Null for what is about nobody by name. */
  readonly aboutProfileId: string | null;
}

export interface PushQueue {
  /** Adds to the transaction; whether there is anything to wake the sending for once it is committed. */
  add(tx: Tx, notification: NewNotification): Promise<boolean>;
}

const unseenMostMs = 60 * 24 * 3_600_000;

/** What a queued push holds: text and count are looked up when it is sent, so that they are true then. */
export interface PushSubject {
  /** Null: how much waits in the morning. */
  readonly notificationId: string | null;
}

/**
 * Opens the queue. Devices are bound to the server's push keys: Error, a sentence a person can act on, when the database has devices
 * of other keys and the settings don't say to forget them.
 */
export async function openPushQueue(world: World, hub: Hub): Promise<PushQueue> {
  const { clock, db, ids } = world;
  const topicKey = Buffer.from(await preparedTopicKey(world), 'base64url');
  const devicesOf = readyDevices(db.read);

  /** Discloses no member, but is the same for all pushes that may be merged: at most 32 characters, as push services want. */
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

/** Removes the devices from which nothing was received for long: some push services never say that one has gone. */
export const removeUnseenDevices = ({ clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> =>
  db.write((tx) => createPushQueueStore(tx).removeDevicesUnseenSince(clock.now() - unseenMostMs));

/** A like and what comes of it are one matter. */
const topicKinds: Readonly<Record<NotificationKind, string>> = {
  message: 'conversation',
  like: 'like',
  mutual: 'like',
  grant: 'like',
  arbitration: 'case',
  health: 'word',
};

/** A message is seen in its open conversation, everything else on any screen of the application. */
export function isOnScreen(hub: Hub, { profileId, kind, aboutProfileId }: Omit<NewNotification, 'notificationId'>): boolean {
  return kind === 'message' && aboutProfileId !== null ? hub.isLookingAt(profileId, aboutProfileId) : hub.isWatching(profileId);
}

const topicKeyName = 'push-topic-key';
const publicKeyName = 'push-public-key';

/** Checks which push keys the devices know, and gives the secret that topics are made with: both are stored from the first start on. */
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
  'each device subscribes anew when its member next opens the application.';
