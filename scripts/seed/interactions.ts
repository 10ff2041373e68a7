// Creates likes, conversations and broadcasts of demo members over the last days through the feature services.
import { calls, dialogues } from '#server/features/admin/invented-words.ts';
import { createBroadcastsService } from '#server/features/messages/broadcasts.service.ts';
import { createMessagesService } from '#server/features/messages/messages.service.ts';
import { createNotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { PushQueue } from '#server/features/notifications/push-queue.service.ts';
import { openVisibility } from '#server/features/visibility/visibility.service.ts';
import { createLikesService } from '#server/features/likes/likes.service.ts';
import { createProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { OpenersService } from '#server/features/spam/openers.service.ts';
import { createDistinctLimiter } from '#server/http/distinct-limits.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import { localCounts } from '#server/limiters/local-counts.ts';
import type { World } from '#server/world.ts';
import { randomNumbers } from '#server/outside/portraits.ts';
import { dayMs, minuteMs } from '#shared/rules/durations.ts';
import { demoId, type DemoPerson } from './people.ts';

interface Interaction {
  readonly agoMs: number;
  readonly between: readonly DemoPerson[];
  perform(services: Services): Promise<unknown>;
}

type Services = Awaited<ReturnType<typeof servicesAt>>;

/** The first member has this many conversations and likes, which is enough for lists that scroll. */
const hostInteractions = 12;

/** Creates all interactions that involve an added member, oldest first. */
export async function seedInteractions(world: World, people: readonly DemoPerson[], added: ReadonlySet<number>): Promise<void> {
  const interactions = [...likesOf(people), ...conversationsOf(people), ...broadcastsOf(people)]
    .filter(({ between }) => between.some(({ number }) => added.has(number)))
    .toSorted((a, b) => b.agoMs - a.agoMs);
  const nowMs = world.clock.now();
  let agoMs = 0;
  const services = await servicesAt({ ...world, clock: { ...world.clock, now: () => nowMs - agoMs } }, people);
  for (const interaction of interactions) {
    agoMs = interaction.agoMs;
    await interaction.perform(services);
  }
}

const noPushes: PushQueue = { add: async () => false };
/** Spam is not detected, since all conversations begin with the same few dialogues. */
const anyOpeners: OpenersService = { count: async () => undefined };

async function servicesAt(world: World, people: readonly DemoPerson[]) {
  const visibility = await openVisibility(world);
  const profiles = createProfilesService(world, {
    visibility,
    pictureAccess: { mayView: async () => true },
    visits: { lastSeenFor: () => null },
  });
  const notifications = createNotificationsService(world, noPushes);
  const likes = createLikesService(world, { visibility, profiles, notifications });
  // Demo members do not use up the limits that are counted in Redis.
  const counts = localCounts(world.clock);
  const rates = createRateLimiter(counts);
  const messages = createMessagesService(world, {
    visibility,
    profiles,
    notifications,
    rates,
    openers: anyOpeners,
    preferencesOf: async () => ({ sendSeen: true }),
  });
  const places = new Map(people.map(({ profileId, place }) => [profileId, place]));
  const positions = { searchCentreOf: async () => null, publishableOf: (profileId: string) => places.get(profileId) ?? null };
  const distinct = createDistinctLimiter(counts);
  const broadcasts = createBroadcastsService(world, { visibility, profiles, positions, rates, distinct });
  return { likes, messages, broadcasts };
}

/** Each member likes a few others. The first member is liked by many and likes some of them back. */
function likesOf(people: readonly DemoPerson[]): Interaction[] {
  return people.flatMap((liker) => {
    const next = randomNumbers(liker.number * 13 + 5);
    const likedNumbers = new Set<number>();
    if (liker.number > 1 && liker.number <= 1 + hostInteractions) likedNumbers.add(1);
    if (liker.number === 1) for (let number = 2; number <= 1 + hostInteractions; number += 2) likedNumbers.add(number);
    for (let i = 0; i < 6; i += 1) likedNumbers.add(1 + Math.floor(next() * people.length));
    return [...likedNumbers].flatMap((number): Interaction[] => {
      const liked = people[number - 1];
      if (!liked || liked === liker) return [];
      return [
        {
          agoMs: Math.floor((0.05 + next() * 12) * dayMs),
          between: [liker, liked],
          perform: ({ likes }) => likes.put(liker.profileId, liked.profileId, { likeType: 'LIKE' }),
        },
      ];
    });
  });
}

/** The first member has conversations with many others, half of them unread. Every second other member has one with the next. */
function conversationsOf(people: readonly DemoPerson[]): Interaction[] {
  const [host, ...others] = people;
  if (!host) return [];
  const hosts = others.slice(0, hostInteractions).flatMap((other, i) => {
    const dialogue = dialogues[i % dialogues.length] ?? [];
    return conversationOf(other, host, dialogue, (0.02 + i * 0.7) * dayMs, i % 2 === 1);
  });
  const rest = others.flatMap((one, i) => {
    const other = others[i + 1];
    if (!other || i % 2 === 1) return [];
    return conversationOf(
      one,
      other,
      dialogues[(i * 3 + 1) % dialogues.length] ?? [],
      (0.1 + (i % 23) * 0.4) * dayMs,
      i % 4 === 0,
    );
  });
  return [...hosts, ...rest];
}

/** Returns a conversation that ended `endedAgoMs` ago. Messages after the recipient's last reply are read only if `isRead`. */
function conversationOf(
  a: DemoPerson,
  b: DemoPerson,
  dialogue: readonly string[],
  endedAgoMs: number,
  isRead: boolean,
): Interaction[] {
  const lastTurn = dialogue.findLastIndex((text) => text !== '');
  const isUnread = (turn: number) =>
    !isRead && turn > dialogue.findLastIndex((text, i) => text !== '' && (lastTurn - i) % 2 === 1);
  return dialogue.flatMap((text, turn): Interaction[] => {
    if (text === '') return [];
    const [from, to] = turn % 2 === 0 ? [a, b] : [b, a];
    const agoMs = Math.floor(endedAgoMs + (dialogue.length - turn) * 7 * minuteMs);
    const key = demoId('message', a.number, b.number, turn);
    return [
      {
        agoMs,
        between: [a, b],
        async perform({ messages }) {
          const draft = { recipientProfileId: to.profileId, bodyText: text, profilePicIds: [] };
          const { id } = await messages.send(from.profileId, draft, key);
          if (!isUnread(turn)) await messages.markRead(to.profileId, id);
        },
      },
    ];
  });
}

/** Every third member has sent a broadcast in the last three days. */
function broadcastsOf(people: readonly DemoPerson[]): Interaction[] {
  const senders = people.filter(({ number }) => number % 3 === 1);
  return senders.map((sender, i) => ({
    agoMs: Math.floor((0.01 + ((i * 7) % 60) * 0.05) * dayMs),
    between: [sender],
    perform: ({ broadcasts }) => {
      const draft = { bodyText: calls[i % calls.length] ?? '', profilePicIds: [] };
      return broadcasts.send(sender.profileId, draft, demoId('broadcast', sender.number));
    },
  }));
}
