// Queues a push for each device of a member. The content is determined when the push is sent.
import { createHmac } from 'node:crypto';
import type { Tx } from '#server/db/open.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import { inSlices } from '#server/db/slices.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import type { Hub } from '#server/live/hub.ts';
import type { World } from '#server/world.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { NotificationKind } from './notifications.store.ts';
import { createPushQueueStore } from './push-queue.store.ts';

export interface NewNotification {
  readonly notificationId: string;
  readonly profileId: string;
  readonly kind: NotificationKind;
  /** Null for a notification that is not about a member. */
  readonly aboutProfileId: string | null;
}

export interface PushQueue {
  /** Adds a push for each device of the member. Returns true if the queue must be woken after the commit. */
  add(tx: Tx, notification: NewNotification, deviceIds: readonly string[]): Promise<boolean>;
}

const maxUnseenMs = 60 * dayMs;

/** The stored content of a queued push. Text and count are read when it is sent. */
export interface PushSubject {
  /** Null for the morning digest. */
  readonly notificationId: string | null;
}

/**
 * Throws an error with instructions if devices subscribed with other push keys and the settings do not allow removing them.
 */
export async function openPushQueue(world: World, hub: Hub, rates: Pick<RateLimiter, 'take'>): Promise<PushQueue> {
  const { clock, ids, limits } = world;
  const topicKey = Buffer.from(await checkKeys(world), 'base64url');

  /** The same for pushes that replace each other. It discloses no member. Push services allow at most 32 characters. */
  const topicOf = (subscriptionId: string, { kind, aboutProfileId }: NewNotification): string =>
    createHmac('sha256', topicKey)
      .update(`${subscriptionId} ${topicKinds[kind]} ${aboutProfileId ?? ''}`)
      .digest('base64url')
      .slice(0, 24);

  /** Members can take back a like and like again, or end a grant and grant again, as often as they want. */
  async function isRepeated({ profileId, kind, aboutProfileId }: NewNotification): Promise<boolean> {
    if (!isRepeatable[kind]) return false;
    const key = `pushes:${profileId}:${kind}:${aboutProfileId}`;
    return !(await rates.take(key, limits.rates.pushesOfKind)).isAllowed;
  }

  return {
    async add(tx, notification, deviceIds) {
      if (deviceIds.length === 0 || isOnScreen(hub, notification) || (await isRepeated(notification))) return false;
      const store = createPushQueueStore(tx);
      const nowMs = clock.now();
      const subject: PushSubject = { notificationId: notification.notificationId };
      for (const subscriptionId of deviceIds)
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
      return true;
    },
  };
}

/** Removes devices that were not used for 60 days, because some push services never report that a device is gone. */
export const removeUnseenDevices = ({ clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> =>
  inSlices(db, (tx) => createPushQueueStore(tx).removeDevicesUnseenSince(clock.now() - maxUnseenMs));

/** Pushes about mutual likes and grants replace the push about the like. */
const topicKinds: Readonly<Record<NotificationKind, string>> = {
  message: 'conversation',
  like: 'like',
  mutual: 'like',
  grant: 'like',
  arbitration: 'case',
  health: 'word',
};

/** True if the other member can cause such a notification as often as they want. The limits of messages apply to messages. */
const isRepeatable: Readonly<Record<NotificationKind, boolean>> = {
  message: false,
  like: true,
  mutual: true,
  grant: true,
  arbitration: false,
  health: false,
};

/** True if the member is looking at the conversation, or at the app if the notification is not about a message. */
export function isOnScreen(hub: Hub, { profileId, kind, aboutProfileId }: Omit<NewNotification, 'notificationId'>): boolean {
  return kind === 'message' && aboutProfileId !== null ? hub.isLookingAt(profileId, aboutProfileId) : hub.isAppVisible(profileId);
}

/** Like `isOnScreen`, but for the sockets of other processes, which may also have been killed some seconds ago. */
export const isOnScreenElsewhere = (hub: Hub, { profileId, kind, aboutProfileId }: Omit<NewNotification, 'notificationId'>) =>
  kind === 'message' && aboutProfileId !== null
    ? hub.isLookingElsewhere(profileId, aboutProfileId)
    : hub.isAppVisibleElsewhere(profileId);

const topicKeyName = 'push-topic-key';
const publicKeyName = 'push-public-key';

/**
 * The number of devices that subscribed with a push key other than this one. Throws an error with instructions if there are any
 * and the settings do not allow removing them.
 */
export async function devicesWithOtherKeys(
  tx: Tx,
  publicKey: string,
  { forgetsPushDevices }: Pick<World['config'], 'forgetsPushDevices'>,
): Promise<number> {
  const knownKey = await createSecretsStore(tx).find(publicKeyName);
  if (knownKey === null || knownKey === publicKey) return 0;
  const devices = await createPushQueueStore(tx).countDevices();
  if (devices > 0 && !forgetsPushDevices) throw new Error(wrongKeysText(devices));
  return devices;
}

/** Compares the server's push keys with those of the devices. Returns the secret from which topics are computed. */
function checkKeys({ db, ids, pushKeys: { publicKey }, config, log }: World): Promise<string> {
  return db.write(async (tx) => {
    const [store, secrets] = [createPushQueueStore(tx), createSecretsStore(tx)];
    const devices = await devicesWithOtherKeys(tx, publicKey, config);
    if (devices > 0) log.warn({ devices }, 'devices that subscribed with other push keys are forgotten');
    if (devices > 0) await store.removeAllDevices();
    if ((await secrets.findOrStore(publicKeyName, publicKey)) !== publicKey) await secrets.replace(publicKeyName, publicKey);
    return secrets.findOrStore(topicKeyName, ids.secret(32));
  });
}

const wrongKeysText = (devices: number): string =>
  `${devices} devices subscribed to push with other keys than those of this server. Put the right push-keys.json into DATA_DIR. ` +
  'If it is lost, start once with FORGET_PUSH_DEVICES=1: ' +
  'each device subscribes again when its member next opens the application.';
