// Sends queued pushes. Their content is determined when they are sent, and failed ones are retried for a day.
import type { Preferences } from '#shared/contract/settings.ts';
import { notificationPath } from '#shared/rules/notification-paths.ts';
import { languageFor } from '#shared/rules/languages.ts';
import type { Brand } from '#shared/brand.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { knowingChanges } from '#server/changes/changes.ts';
import type { Hub } from '#server/live/hub.ts';
import type { PushOutcome } from '#server/outside/web-push.ts';
import { doublingDelayMs, openDueQueue, type DueQueue } from '#server/jobs/due-queue.ts';
import { translatorFor, type Translator } from '#server/texts/translators.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { digestOf, queueMorningDigest } from './morning-digest.ts';
import { createMutesStore } from './mutes.store.ts';
import { notificationText } from './notification-text.ts';
import {
  createNotificationsStore,
  type NotificationKind,
  type PersonalKind,
  type StoredNotification,
} from './notifications.store.ts';
import { preview, pushMessage, type PushContent } from './push-message.ts';
import { isOnScreen, isOnScreenElsewhere, type PushSubject } from './push-queue.service.ts';
import { createPushQueueStore, type PushDevice, type QueuedPush } from './push-queue.store.ts';
import { isQuiet, quietEndMs } from './quiet-hours.ts';

interface Dependencies {
  readonly hub: Hub;
  readonly visibility: Visibility;
  readonly preferencesOf: (profileId: string) => Promise<Preferences>;
  readonly profiles: Pick<ProfilesService, 'nameOf'>;
  readonly messages: {
    /** The peer's newest text that the member can see; empty if there is none. */
    newestTextFrom(profileId: string, peerId: string): Promise<string>;
  };
}

const maxInFlight = 20;
const firstDelayMs = 1_000;
const longestDelayMs = hourMs;
/** Push services are given the same limit. */
const maxAgeMs = dayMs;

/** The delay after failed attempts: 1 s after the first, doubling up to 1 h. */
const pushDelayMs = (tries: number): number => doublingDelayMs(tries, firstDelayMs, longestDelayMs);

/** Sends waiting pushes immediately. */
export function openPushSending(world: World, dependencies: Dependencies): Pick<DueQueue, 'close'> {
  const { bus, clock, db, limits, log } = world;
  const { hub, visibility } = dependencies;
  const readStore = createPushQueueStore(db.read);

  /**
   * Null if the push is no longer needed, 'later' if it may be needed because the process that shows it may have just ended. A
   * number is the time in ms until which it waits.
   */
  async function contentFor(device: PushDevice, push: QueuedPush): Promise<PushContent | null | 'later' | number> {
    const { notificationId } = JSON.parse(push.payload) as PushSubject;
    const origin = device.origin || world.config.publicUrl;
    if (notificationId === null) return digestFor(device, push, origin);
    const notifications = createNotificationsStore(db.read);
    const notification = await notifications.find(notificationId);
    if (notification === null || notification.profile_id !== device.profileId) return null;
    const { profile_id: profileId, kind, about_profile_id: aboutProfileId } = notification;
    if (aboutProfileId === null ? isPersonal(kind) : visibility.isHidden(profileId, aboutProfileId)) return null;
    if (isPersonal(kind) && visibility.suspendedUntil(profileId) !== null) return null;
    if (isOnScreen(hub, { profileId, kind, aboutProfileId })) return null;
    if (await isOnScreenElsewhere(hub, { profileId, kind, aboutProfileId })) return isSettled(push) ? null : 'later';
    const nowMs = clock.now();
    const mayBeMuted = kind === 'message' && aboutProfileId !== null;
    if (mayBeMuted && (await createMutesStore(db.read).isMuted(profileId, aboutProfileId, nowMs))) return null;
    const preferences = await dependencies.preferencesOf(profileId);
    if (!isWanted(kind, preferences)) return null;
    if (isQuiet(preferences.quietHours, nowMs)) return deferToDigest(device, preferences);
    const translator = translatorOf(device, preferences);
    // Browsers with declarative push show it without the worker, which would leave a preview out if there is an app lock.
    const showsPreview = preferences.previews && !device.hasLock;
    return {
      ...(showsPreview && aboutProfileId !== null
        ? await previewOf(notification, aboutProfileId, translator)
        : neutral(brandAt(origin), translator)),
      navigate: origin + notificationPath(notification.id),
      tag: push.topic,
      unread: await notifications.countOf(profileId, nowMs),
      // Without a preview, buttons would disclose that it is a message, and the member would not know whom they answer or mute.
      actions: showsPreview && kind === 'message' ? buttonsIn(translator) : [],
    };
  }

  /** Null if the digest is not needed, as while the app is open. It waits if the quiet hours were changed since it was queued. */
  async function digestFor(device: PushDevice, push: QueuedPush, origin: string): Promise<PushContent | null | 'later' | number> {
    const { profileId } = device;
    if (visibility.suspendedUntil(profileId) !== null) return null;
    const preferences = await dependencies.preferencesOf(profileId);
    const { morningDigest, quietHours } = preferences;
    if (!morningDigest || hub.isAppVisible(profileId)) return null;
    if (quietHours !== null && isQuiet(quietHours, clock.now())) return quietEndMs(quietHours, clock.now());
    if (await hub.isAppVisibleElsewhere(profileId)) return isSettled(push) ? null : 'later';
    const unread = await createNotificationsStore(db.read).countOf(profileId, clock.now());
    return unread === 0 ? null : digestOf(brandAt(origin), translatorOf(device, preferences), origin, push.topic, unread);
  }

  /** Knowledge about screens of other processes is at most `keptMs` old, so after that time it is newer than the push. */
  const isSettled = ({ tries, created_ms }: QueuedPush): boolean =>
    tries > 0 && clock.now() >= created_ms + limits.presence.keptMs;

  async function deferToDigest(device: PushDevice, { morningDigest, quietHours }: Preferences): Promise<null> {
    if (morningDigest && quietHours !== null) await queueMorningDigest(world, device, quietHours);
    return null;
  }

  async function previewOf(
    { profile_id, kind, body_text }: StoredNotification,
    aboutProfileId: string,
    translator: Translator,
  ): Promise<Pick<PushContent, 'title' | 'body'>> {
    const [name, newest] = await Promise.all([
      dependencies.profiles.nameOf(aboutProfileId),
      kind === 'message' ? dependencies.messages.newestTextFrom(profile_id, aboutProfileId) : '',
    ]);
    return preview(name, newest || (isPersonal(kind) ? notificationText(translator, kind, name) : body_text));
  }

  /** For a host that is no longer served, any brand will do, because the texts of all brands are neutral. */
  function brandAt(origin: string): Brand {
    const brand = world.brands.forHost(new URL(origin).host) ?? world.brands.all[0];
    if (!brand) throw new Error('There is no brand.');
    return brand;
  }

  async function attempt(push: QueuedPush): Promise<void> {
    const knowsChanges = knowingChanges(world.changes.lease);
    const device = await readStore.deviceOf(push.subscription_id, clock.now());
    const content = device && (await contentFor(device, push));
    // The push may be about a member who has been hidden in the meantime.
    if (!knowsChanges()) return postpone(push, firstDelayMs);
    if (typeof content === 'number') return postpone(push, content - clock.now());
    if (content === 'later') return postpone(push, limits.presence.keptMs);
    if (!device || !content) return finish(push);
    const outcome = await world.push.send(device, pushMessage(content), {
      ttlSeconds: limits.pushTtlSeconds,
      topic: push.topic,
      urgency: 'high',
    });
    return handleOutcome(push, outcome);
  }

  async function handleOutcome(push: QueuedPush, outcome: PushOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'gone':
      case 'refused':
        return db.write((tx) => createPushQueueStore(tx).removeDevice(push.subscription_id));
      case 'later':
        // If the push service names no pause, the usual delay applies.
        return postpone(push, Math.max(outcome.retryAfterMs ?? 0, pushDelayMs(push.tries + 1)));
      case 'too-large':
      case 'rejected':
        log.warn({ outcome }, 'a push was rejected');
        return finish(push);
      case 'delivered':
        return finish(push);
    }
  }

  async function postpone(push: QueuedPush, byMs: number): Promise<void> {
    const nextMs = clock.now() + byMs;
    if (nextMs >= push.created_ms + maxAgeMs) return finish(push);
    return db.write((tx) => createPushQueueStore(tx).postpone(push, nextMs));
  }

  const finish = (push: QueuedPush) => db.write((tx) => createPushQueueStore(tx).finish(push, clock.now()));

  const queue = openDueQueue<QueuedPush>(world, {
    name: 'pushes',
    maxInFlight,
    readAgainMs: firstDelayMs,
    first: readStore.first,
    claim: (pushes, untilMs) => db.write((tx) => createPushQueueStore(tx).claim(pushes, untilMs)),
    attempt,
  });
  const stopListening = bus.on('pushQueued', queue.wake);
  return {
    close() {
      stopListening();
      return queue.close();
    },
  };
}

/** The language that the member chose, or else that of the device. */
function translatorOf(device: PushDevice, { language }: Preferences): Translator {
  const known = language === 'auto' ? device.language : language;
  return translatorFor(languageFor([known]));
}

const isPersonal = (kind: NotificationKind): kind is PersonalKind => kind !== 'arbitration' && kind !== 'health';

/** Members cannot switch off pushes about cases and health reports. */
function isWanted(kind: NotificationKind, preferences: Preferences): boolean {
  const { pushMessages, pushLikes, pushMutualLikes, pushGrants } = preferences;
  return { message: pushMessages, like: pushLikes, mutual: pushMutualLikes, grant: pushGrants, arbitration: true, health: true }[
    kind
  ];
}

/** Reply and mute. */
const buttonsIn = ({ t }: Translator): PushContent['actions'] => [
  { action: 'reply', title: t('Reply') },
  { action: 'mute', title: t('Mute for 8 hours') },
];

const neutral = ({ notification }: Brand, { brandText }: Translator) => ({
  title: notification.shortName,
  body: brandText(notification.text),
});
