// What passes among test users while they are made: where each is, whom he likes and writes to, and what he says to his area.
import type { MessagesService } from '#server/features/messages/messages.service.ts';
import type { BroadcastsService } from '#server/features/messages/broadcasts.service.ts';
import type { LikesService } from '#server/features/likes/likes.service.ts';
import type { PositionsService } from '#server/features/positions/positions.service.ts';
import type { World } from '#server/world.ts';
import { numbersOf } from '#server/outside/portraits.ts';
import { calls, dialogues } from './invented-words.ts';
import type { NewTestUser } from './test-users.store.ts';

export interface TiesNeeds {
  readonly positions: Pick<PositionsService, 'report'>;
  readonly likes: Pick<LikesService, 'put'>;
  readonly messages: Pick<MessagesService, 'send' | 'markRead'>;
  readonly broadcasts: Pick<BroadcastsService, 'send'>;
}

export interface TestTies {
  /** Through the services that members use, with those who were tied before him and with nobody else. */
  tie(user: NewTestUser): Promise<void>;
}

const likedMost = 4;
/** One in so many says something to his area. */
const speaksEvery = 3;

export function createTestTies({ clock, ids, limits }: World, needs: TiesNeeds): TestTies {
  const { positions, likes, messages, broadcasts } = needs;
  const tied: NewTestUser[] = [];

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
    const next = numbersOf(user.number * 13 + 5);
    const liked = new Set(Array.from({ length: likedMost }, () => tied[Math.floor(next() * tied.length)]));
    for (const other of liked) {
      if (other === undefined) continue;
      await likes.put(user.profileId, other.profileId, { likeType: 'LIKE' });
      if (next() < 0.3) await likes.put(other.profileId, user.profileId, { likeType: 'LIKE' });
    }
  }

  /** By turns; an empty line keeps the turn. Each reads what he answers. */
  async function talk(a: NewTestUser, b: NewTestUser): Promise<void> {
    for (const [turn, bodyText] of (dialogues[a.number % dialogues.length] ?? []).entries()) {
      if (bodyText === '') continue;
      const [from, to] = turn % 2 === 0 ? [a, b] : [b, a];
      const draft = { recipientProfileId: to.profileId, bodyText, profilePicIds: [] };
      const { id } = await messages.send(from.profileId, draft, ids.uuid());
      if (a.number % 4 !== 0) await messages.markRead(to.profileId, id);
    }
  }

  async function speak({ profileId, number }: NewTestUser): Promise<void> {
    const bodyText = calls[number % calls.length] ?? '';
    await broadcasts.send(profileId, { bodyText, profilePicIds: [] }, ids.uuid());
  }

  return {
    async tie(user) {
      await place(user);
      await likeSome(user);
      const before = tied.at(-1);
      if (before !== undefined && user.number % 2 === 0) await talk(user, before);
      if (user.number % speaksEvery === 1) await speak(user);
      tied.push(user);
    },
  };
}
