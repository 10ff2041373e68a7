// The optional push at the end of quiet hours with the number of unread notifications.
import { createHash } from 'node:crypto';
import { numberText } from '#shared/formats/numbers.ts';
import type { QuietHours } from '#shared/contract/settings.ts';
import type { Brand } from '#shared/brand.ts';
import type { Translator } from '#server/texts/translators.ts';
import type { World } from '#server/world.ts';
import type { PushContent } from './push-message.ts';
import type { PushSubject } from './push-queue.service.ts';
import { createPushQueueStore, type PushDevice } from './push-queue.store.ts';
import { quietEndMs } from './quiet-hours.ts';

/** Discloses nothing to the push service. The same for all digests of a device, so that only one is queued. */
const topicOf = (deviceId: string): string => createHash('sha256').update(`digest ${deviceId}`).digest('base64url').slice(0, 24);

/** Queues one push for the end of the quiet hours, unless they last more than a day. */
export async function queueMorningDigest({ clock, db, ids }: World, device: PushDevice, quietHours: QuietHours): Promise<void> {
  const topic = topicOf(device.id);
  if (await createPushQueueStore(db.read).isQueued(device.id, topic)) return;
  const endMs = quietEndMs(quietHours, clock.now());
  if (endMs === null) return;
  const subject: PushSubject = { notificationId: null };
  await db.write((tx) =>
    createPushQueueStore(tx).put({
      id: ids.uuid(),
      subscription_id: device.id,
      profile_id: device.profileId,
      topic,
      payload: JSON.stringify(subject),
      tries: 0,
      next_ms: endMs,
      created_ms: endMs,
    }),
  );
}

/** Uses the brand's neutral text, even if previews are on. */
export const digestOf = (
  { notification }: Brand,
  { locale, brandText }: Translator,
  origin: string,
  topic: string,
  unread: number,
): PushContent => ({
  title: notification.shortName,
  body: `${brandText(notification.text)} (${numberText(unread, locale)})`,
  navigate: `${origin}/notifications`,
  tag: topic,
  unread,
  actions: [],
});
