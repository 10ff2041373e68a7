// Adds consents, picture ratings and points of demo members.
import { pointsFor } from '#shared/rules/games.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createConsentsService } from '#server/features/games/consents.service.ts';
import { createGamesService } from '#server/features/games/games.service.ts';
import { createPicLikesStore } from '#server/features/likes/pic-likes.store.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import type { World } from '#server/world.ts';
import { randomNumbers } from '#server/outside/portraits.ts';
import type { DemoPerson } from './people.ts';

/** This is one rating more than a result requires. */
const ratingsEach = 6;

/** Only added members get them, without the first member, who is used to log in. */
export async function seedGames(world: World, people: readonly DemoPerson[], added: ReadonlySet<number>): Promise<void> {
  const consents = createConsentsService(world);
  // The leaderboard shows points from the day after on, so these are of yesterday.
  const games = createGamesService({ ...world, clock: { ...world.clock, now: () => world.clock.now() - dayMs } });
  for (const person of people.filter(({ number }) => number > 1 && added.has(number))) {
    const { number, profileId } = person;
    const next = randomNumbers(number * 17 + 3);
    if (number % 4 !== 0) await consents.change(profileId, { words: true, rating: true, crop: true, leaderboard: true });
    const raters = people.filter((one) => one !== person && one.number > 1).slice(0, ratingsEach);
    const ratings = raters.map(({ profileId: likerId }) => ({
      likerId,
      likeType: next() < 0.75 ? ('LIKE' as const) : ('DISLIKE' as const),
    }));
    const [points, crops] = [Math.floor(next() * 20), Math.floor(next() * 2)];
    await world.db.write(async (tx) => {
      const [pictureId] = (await createProfilesStore(tx).find(profileId))?.picIds ?? [];
      if (pictureId !== undefined)
        for (const { likerId, likeType } of ratings)
          await createPicLikesStore(tx).put({ likerId, pictureId, ownerId: profileId, likeType, nowMs: world.clock.now() });
      if (points > 0) await games.score(tx, profileId, 'gptbuster', points);
      if (crops > 0) await games.score(tx, profileId, 'photocrop', crops * pointsFor.photocrop);
    });
  }
}
