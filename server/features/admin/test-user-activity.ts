// Activity of new test users: positions, likes, messages and broadcasts.
import type { MessagesService } from '#server/features/messages/messages.service.ts';
import type { BroadcastsService } from '#server/features/messages/broadcasts.service.ts';
import type { LikesService } from '#server/features/likes/likes.service.ts';
import type { PositionsService } from '#server/features/positions/positions.service.ts';
import type { World } from '#server/world.ts';
import { randomNumbers } from '#server/outside/portraits.ts';
import { calls, dialogues } from './invented-words.ts';
import type { NewTestUser } from './test-users.store.ts';

export interface ActivityDependencies {
  readonly positions: Pick<PositionsService, 'report'>;
  readonly likes: Pick<LikesService, 'put'>;
  readonly messages: Pick<MessagesService, 'send' | 'markRead'>;
  readonly broadcasts: Pick<BroadcastsService, 'send'>;
}

export interface TestUserActivity {
  /** Gives a test user a position and likes, and some also messages or a broadcast. They interact only with users added before. */
  add(user: NewTestUser): Promise<void>;
}

const maxLiked = 4;
/** Every third test user sends a broadcast. */
const broadcastEvery = 3;

export function createTestUserActivity({ clock, ids, limits }: World, needs: ActivityDependencies): TestUserActivity {
  const { positions, likes, messages, broadcasts } = needs;
  const added: NewTestUser[] = [];

  const place = ({ profileId, place: { lat, lon } }: NewTestUser) =>
    positions.report(profileId, {
      profileId,
      use: 'OVERRIDE',
      overrideLat: lat,
      overrideLon: lon,
      hide: false,
      tsEffectiveUntil: clock.now() + limits.positionEffectiveMs,
    });

  async function likeSome(user: NewTestUser): Promise<void> {
    const next = randomNumbers(user.number * 13 + 5);
    const liked = new Set(Array.from({ length: maxLiked }, () => added[Math.floor(next() * added.length)]));
    for (const other of liked) {
      if (other === undefined) continue;
      await likes.put(user.profileId, other.profileId, { likeType: 'LIKE' });
      if (next() < 0.3) await likes.put(other.profileId, user.profileId, { likeType: 'LIKE' });
    }
  }

  /** Marks the messages as read in every second conversation, since only users with even numbers begin one. */
  async function exchangeMessages(a: NewTestUser, b: NewTestUser): Promise<void> {
    for (const [turn, bodyText] of (dialogues[a.number % dialogues.length] ?? []).entries()) {
      if (bodyText === '') continue;
      const [from, to] = turn % 2 === 0 ? [a, b] : [b, a];
      const draft = { recipientProfileId: to.profileId, bodyText, profilePicIds: [] };
      const { id } = await messages.send(from.profileId, draft, ids.uuid());
      if (a.number % 4 !== 0) await messages.markRead(to.profileId, id);
    }
  }

  async function sendBroadcast({ profileId, number }: NewTestUser): Promise<void> {
    const bodyText = calls[number % calls.length] ?? '';
    await broadcasts.send(profileId, { bodyText, profilePicIds: [] }, ids.uuid());
  }

  return {
    async add(user) {
      await place(user);
      await likeSome(user);
      const before = added.at(-1);
      if (before !== undefined && user.number % 2 === 0) await exchangeMessages(user, before);
      if (user.number % broadcastEvery === 1) await sendBroadcast(user);
      added.push(user);
    },
  };
}
