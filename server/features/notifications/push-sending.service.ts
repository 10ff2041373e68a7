// Sends queued pushes: decides at the last moment whether and what, and tries again for as long as it may still be news.
import type { Preferences } from '#shared/contract/settings.ts';
import { openingPath, pushActions } from '#shared/rules/notification-paths.ts';
import type { Brand } from '#shared/brand.ts';
import type { Hub } from '#server/live/hub.ts';
import type { PushOutcome } from '#server/outside/web-push.ts';
import type { World } from '#server/world.ts';
import type { Blocks } from '#server/features/likes/blocks.service.ts';
import { digestOf, tellInTheMorning } from './morning-digest.ts';
import { createMutesStore } from './mutes.store.ts';
import { createNotificationsStore, type NotificationKind, type StoredNotification } from './notifications.store.ts';
import { preview, pushMessage, type PushContent } from './push-message.ts';
import { isBeforeHisEyes, type PushSubject } from './push-queue.service.ts';
import { createPushQueueStore, type PushDevice, type QueuedPush } from './push-queue.store.ts';
import { isQuiet } from './quiet-hours.ts';

interface Needs {
  readonly hub: Hub;
  readonly blocks: Blocks;
  readonly preferencesOf: (profileId: string) => Promise<Preferences>;
  /** Those who are as if they were not there. */
  readonly away: () => readonly string[];
  readonly nameOf: (profileId: string) => Promise<string>;
  /** Text of the newest message to a member from this peer; empty when there is none. */
  readonly lastWords: (profileId: string, peerId: string) => Promise<string>;
}

const inFlightMost = 20;
const firstDelayMs = 1_000;
const longestDelayMs = 3_600_000;
/** After this time a push is no news any more; push services are told the same. */
const givenUpAfterMs = 24 * 3_600_000;
/** Longer than a try can take: after a crash in the middle of one, the push is tried again then. */
const claimMs = 60_000;
const longestSleepMs = 60_000;
const closeMs = 5_000;
const clearEveryMs = 24 * 3_600_000;
/** A device from which nothing was heard for this long is forgotten: some push services never say that one has gone. */
const unseenMostMs = 60 * 24 * 3_600_000;

/** How long to wait after the nth try that failed (1 is the first): 1 s, doubling to 1 h. */
const pushDelayMs = (tries: number): number => Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);

/** Starts sending; what waits from before a restart goes out at once. Returns how to stop, which lets pushes on their way arrive. */
export function startPushing(world: World, needs: Needs): () => Promise<void> {
  const { bus, clock, db, limits, log } = world;
  const { hub, blocks } = needs;
  const reading = createPushQueueStore(db.read);
  const inFlight = new Set<Promise<void>>();
  let isClosed = false;
  let isWoken = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** What this device is to be told now; null when it need not be told any more. */
  async function contentFor(device: PushDevice, push: QueuedPush): Promise<PushContent | null> {
    const { notificationId } = JSON.parse(push.payload) as PushSubject;
    const origin = device.origin || world.config.publicUrl;
    if (notificationId === null) return digestFor(device, push.topic, origin);
    const notifications = createNotificationsStore(db.read);
    const notification = await notifications.find(notificationId);
    if (notification === null || notification.profile_id !== device.profileId) return null;
    const { profile_id: profileId, kind, about_profile_id: aboutProfileId } = notification;
    if (aboutProfileId === null ? isPersonal(kind) : blocks.isApart(profileId, aboutProfileId)) return null;
    if (isBeforeHisEyes(hub, { profileId, kind, aboutProfileId })) return null;
    const nowMs = clock.now();
    const mayBeMuted = kind === 'message' && aboutProfileId !== null;
    if (mayBeMuted && (await createMutesStore(db.read).isMuted(profileId, aboutProfileId, nowMs))) return null;
    const choices = await needs.preferencesOf(profileId);
    if (!isWanted(kind, choices)) return null;
    if (isQuiet(choices.quietHours, nowMs)) return holdBack(device, choices);
    return {
      ...(choices.previews && aboutProfileId !== null ? await previewOf(notification, aboutProfileId) : neutral(brandAt(origin))),
      navigate: origin + openingPath(notification.id),
      tag: push.topic,
      unread: await notifications.countOf(profileId, nowMs, needs.away()),
      // Without a preview nobody knows whom he would answer or mute, and a button would say that somebody wrote.
      actions: choices.previews && kind === 'message' ? pushActions : [],
    };
  }

  /** The application is no news to whoever has it before him. */
  async function digestFor(device: PushDevice, topic: string, origin: string): Promise<PushContent | null> {
    const { profileId } = device;
    const choices = await needs.preferencesOf(profileId);
    if (!choices.morningDigest || hub.isWatching(profileId)) return null;
    if (isQuiet(choices.quietHours, clock.now())) return null;
    const unread = await createNotificationsStore(db.read).countOf(profileId, clock.now(), needs.away());
    return unread === 0 ? null : digestOf(brandAt(origin), origin, topic, unread);
  }

  async function holdBack(device: PushDevice, { morningDigest, quietHours }: Preferences): Promise<null> {
    if (morningDigest && quietHours !== null) await tellInTheMorning(world, device, quietHours);
    return null;
  }

  async function previewOf({ profile_id, kind, body_text }: StoredNotification, aboutProfileId: string) {
    const [name, words] = await Promise.all([
      needs.nameOf(aboutProfileId),
      kind === 'message' ? needs.lastWords(profile_id, aboutProfileId) : '',
    ]);
    return preview(name, words || body_text);
  }

  /** A host that is served no more was some brand's once: its texts are neutral in any case. */
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
        log.warn({ outcome }, 'a push was not taken');
        return finish(push);
      case 'delivered':
        return finish(push);
    }
  }

  const finish = (push: QueuedPush) => db.write((tx) => createPushQueueStore(tx).finish(push, clock.now()));

  function launch(push: QueuedPush): void {
    const trying = attempt(push)
      .catch((error: unknown) => log.error({ err: error }, 'a push could not be tried'))
      .finally(() => {
        inFlight.delete(trying);
        wake();
      });
    inFlight.add(trying);
  }

  /** Sends what is due while there is room; returns how long nothing will be. */
  async function sendDue(): Promise<number> {
    while (!isClosed && inFlight.size < inFlightMost) {
      const first = await reading.first(inFlightMost - inFlight.size);
      const nowMs = clock.now();
      const due = first.filter(({ next_ms }) => next_ms <= nowMs);
      if (due.length === 0) return Math.min((first[0]?.next_ms ?? Infinity) - nowMs, longestSleepMs);
      const claimed = await db.write(async (tx) => {
        const taken: QueuedPush[] = [];
        for (const push of due) if (await createPushQueueStore(tx).claim(push, nowMs + claimMs)) taken.push(push);
        return taken;
      });
      for (const push of claimed) launch(push);
    }
    // The next one to come back wakes it.
    return longestSleepMs;
  }

  async function run(): Promise<void> {
    let sleepMs = longestSleepMs;
    do {
      isWoken = false;
      sleepMs = await sendDue().catch((error: unknown) => {
        log.error({ err: error }, 'the queue of pushes could not be read');
        return firstDelayMs;
      });
    } while (isWoken && !isClosed);
    running = null;
    if (!isClosed) timer = setTimeout(wake, sleepMs).unref();
  }

  function wake(): void {
    if (isClosed) return;
    clearTimeout(timer);
    isWoken = true;
    running ??= run();
  }

  const clear = () =>
    void db
      .write((tx) => createPushQueueStore(tx).removeDevicesUnseenSince(clock.now() - unseenMostMs))
      .catch((error: unknown) => log.warn({ err: error }, 'devices that are gone could not be cleared away'));

  const stopListening = bus.on('pushQueued', wake);
  const clearing = setInterval(clear, clearEveryMs).unref();
  clear();
  wake();

  return async () => {
    isClosed = true;
    stopListening();
    clearInterval(clearing);
    clearTimeout(timer);
    const ended = Promise.all([running, ...inFlight]);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
  };
}

/** Without the one it is about there is nothing to say of it. */
const isPersonal = (kind: NotificationKind): boolean => kind !== 'arbitration' && kind !== 'health';

/** What is decided about somebody, and what may have to do with his health, is too rare and weighs too much to be switched off. */
function isWanted(kind: NotificationKind, choices: Preferences): boolean {
  const { pushMessages, pushLikes, pushMutualLikes, pushGrants } = choices;
  return { message: pushMessages, like: pushLikes, mutual: pushMutualLikes, grant: pushGrants, arbitration: true, health: true }[
    kind
  ];
}

const neutral = ({ notification }: Brand) => ({ title: notification.shortName, body: notification.text });
