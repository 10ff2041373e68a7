// Sends queued pushes: decides at the last moment on sending and content, and retries for a day.
import type { Preferences } from '#shared/contract/settings.ts';
import { notificationPath, pushActions } from '#shared/rules/notification-paths.ts';
import type { Brand } from '#shared/brand.ts';
import type { Hub } from '#server/live/hub.ts';
import type { PushOutcome } from '#server/outside/web-push.ts';
import { doublingDelayMs, openDueQueue, type DueQueue } from '#server/jobs/due-queue.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { digestOf, queueMorningDigest } from './morning-digest.ts';
import { createMutesStore } from './mutes.store.ts';
import { createNotificationsStore, type NotificationKind, type StoredNotification } from './notifications.store.ts';
import { preview, pushMessage, type PushContent } from './push-message.ts';
import { isOnScreen, type PushSubject } from './push-queue.service.ts';
import { createPushQueueStore, type PushDevice, type QueuedPush } from './push-queue.store.ts';
import { isQuiet } from './quiet-hours.ts';

interface Needs {
  readonly hub: Hub;
  readonly visibility: Visibility;
  readonly preferencesOf: (profileId: string) => Promise<Preferences>;
  readonly profiles: Pick<ProfilesService, 'nameOf'>;
  readonly messages: {
    /** Text of the newest message from this peer that the member still sees; empty when there is none. */
    newestTextFrom(profileId: string, peerId: string): Promise<string>;
  };
}

const maxInFlight = 20;
const firstDelayMs = 1_000;
const longestDelayMs = 3_600_000;
/** After this time a push is given up; push services receive the same limit. */
const givenUpAfterMs = 24 * 3_600_000;

/** The delay after the nth failed try (1 is the first): 1 s, doubling to 1 h. */
const pushDelayMs = (tries: number): number => doublingDelayMs(tries, firstDelayMs, longestDelayMs);

/** Opens the sending; pushes from before a restart are sent at once. */
export function openPushSending(world: World, needs: Needs): Pick<DueQueue, 'close'> {
  const { bus, clock, db, limits, log } = world;
  const { hub, visibility } = needs;
  const reading = createPushQueueStore(db.read);

  /** The content of a push as of now; null when it is no longer needed. */
  async function contentFor(device: PushDevice, push: QueuedPush): Promise<PushContent | null> {
    const { notificationId } = JSON.parse(push.payload) as PushSubject;
    const origin = device.origin || world.config.publicUrl;
    if (notificationId === null) return digestFor(device, push.topic, origin);
    const notifications = createNotificationsStore(db.read);
    const notification = await notifications.find(notificationId);
    if (notification === null || notification.profile_id !== device.profileId) return null;
    const { profile_id: profileId, kind, about_profile_id: aboutProfileId } = notification;
    if (aboutProfileId === null ? isPersonal(kind) : visibility.isHidden(profileId, aboutProfileId)) return null;
    if (isOnScreen(hub, { profileId, kind, aboutProfileId })) return null;
    const nowMs = clock.now();
    const mayBeMuted = kind === 'message' && aboutProfileId !== null;
    if (mayBeMuted && (await createMutesStore(db.read).isMuted(profileId, aboutProfileId, nowMs))) return null;
    const choices = await needs.preferencesOf(profileId);
    if (!isWanted(kind, choices)) return null;
    if (isQuiet(choices.quietHours, nowMs)) return holdBack(device, choices);
    return {
      ...(choices.previews && aboutProfileId !== null ? await previewOf(notification, aboutProfileId) : neutral(brandAt(origin))),
      navigate: origin + notificationPath(notification.id),
      tag: push.topic,
      unread: await notifications.countOf(profileId, nowMs, visibility.suspendedIds()),
      // Without a preview the member can't know who they would answer or mute, and a button would disclose that it is a message.
      actions: choices.previews && kind === 'message' ? pushActions : [],
    };
  }

  /** Null for a member who has the application on a visible screen. */
  async function digestFor(device: PushDevice, topic: string, origin: string): Promise<PushContent | null> {
    const { profileId } = device;
    const choices = await needs.preferencesOf(profileId);
    if (!choices.morningDigest || hub.isWatching(profileId)) return null;
    if (isQuiet(choices.quietHours, clock.now())) return null;
    const unread = await createNotificationsStore(db.read).countOf(profileId, clock.now(), visibility.suspendedIds());
    return unread === 0 ? null : digestOf(brandAt(origin), origin, topic, unread);
  }

  async function holdBack(device: PushDevice, { morningDigest, quietHours }: Preferences): Promise<null> {
    if (morningDigest && quietHours !== null) await queueMorningDigest(world, device, quietHours);
    return null;
  }

  async function previewOf({ profile_id, kind, body_text }: StoredNotification, aboutProfileId: string) {
    const [name, words] = await Promise.all([
      needs.profiles.nameOf(aboutProfileId),
      kind === 'message' ? needs.messages.newestTextFrom(profile_id, aboutProfileId) : '',
    ]);
    return preview(name, words || body_text);
  }

  /** A host that is no longer served belonged to some brand: every brand's texts are neutral. */
  function brandAt(origin: string): Brand {
    const brand = world.brands.forHost(new URL(origin).host) ?? world.brands.all[0];
    if (!brand) throw new Error('There is no brand.');
    return brand;
  }

  async function attempt(push: QueuedPush): Promise<void> {
    const device = await reading.deviceOf(push.subscription_id, clock.now());
    const content = device && (await contentFor(device, push));
    if (!device || !content) return finish(push);
    const outcome = await world.push.send(device, pushMessage(content), {
      ttlSeconds: limits.pushTtlSeconds,
      topic: push.topic,
      urgency: 'high',
    });
    return conclude(push, outcome);
  }

  async function conclude(push: QueuedPush, outcome: PushOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'gone':
      case 'refused':
        return db.write((tx) => createPushQueueStore(tx).removeDevice(push.subscription_id));
      case 'later': {
        const nextMs = clock.now() + (outcome.retryAfterMs ?? pushDelayMs(push.tries + 1));
        if (nextMs >= push.created_ms + givenUpAfterMs) return finish(push);
        return db.write((tx) => createPushQueueStore(tx).postpone(push, nextMs));
      }
      case 'too-large':
      case 'rejected':
        log.warn({ outcome }, 'a push was rejected');
        return finish(push);
      case 'delivered':
        return finish(push);
    }
  }

  const finish = (push: QueuedPush) => db.write((tx) => createPushQueueStore(tx).finish(push, clock.now()));

  const queue = openDueQueue<QueuedPush>(world, {
    name: 'pushes',
    maxInFlight,
    readAgainMs: firstDelayMs,
    first: reading.first,
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

/** Without the member it names there is nothing to say. */
const isPersonal = (kind: NotificationKind): boolean => kind !== 'arbitration' && kind !== 'health';

/** Decisions about a member and health reports are rare and too important to be switched off. */
function isWanted(kind: NotificationKind, choices: Preferences): boolean {
  const { pushMessages, pushLikes, pushMutualLikes, pushGrants } = choices;
  return { message: pushMessages, like: pushLikes, mutual: pushMutualLikes, grant: pushGrants, arbitration: true, health: true }[
    kind
  ];
}

const neutral = ({ notification }: Brand) => ({ title: notification.shortName, body: notification.text });
