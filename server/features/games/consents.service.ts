// Consents to be shown in games. A withdrawn consent ends the rounds that need it.
import type { GameConsents, OwnGames } from '#shared/contract/games.ts';
import { consentKinds, scoredGames } from '#shared/rules/games.ts';
import type { World } from '#server/world.ts';
import { createConsentsStore } from './consents.store.ts';
import { createCropsStore } from './photocrop.store.ts';
import { createGptStore } from './gptbuster.store.ts';
import { createScoresStore } from './scores.store.ts';

export interface ConsentsService {
  find(profileId: string): Promise<Omit<OwnGames, 'cropsWaiting'>>;
  /** Kinds that are not in `change` stay as they are. */
  change(profileId: string, change: Partial<GameConsents>): Promise<GameConsents>;
}

export function createConsentsService({ clock, db, ids }: World): ConsentsService {
  async function consentsOf(profileId: string): Promise<GameConsents> {
    const given = await createConsentsStore(db.read).of(profileId);
    return {
      words: given.has('words'),
      rating: given.has('rating'),
      crop: given.has('crop'),
      leaderboard: given.has('leaderboard'),
    };
  }

  return {
    async find(profileId) {
      const stored = await createScoresStore(db.read).of(profileId);
      const scores = scoredGames.flatMap((game) =>
        stored.filter((score) => score.game === game).map((score) => ({ ...score, game })),
      );
      return { consents: await consentsOf(profileId), scores };
    },

    async change(profileId, change) {
      await db.write(async (tx) => {
        await db.lock(tx, `consents:${profileId}`);
        const consents = createConsentsStore(tx);
        for (const kind of consentKinds) {
          if (change[kind] === true)
            await consents.add({ profile_id: profileId, kind, draw: ids.fraction(), created_ms: clock.now() });
          if (change[kind] === false) await consents.remove(profileId, kind);
        }
        if (change.words === false) await createGptStore(tx).endRoundsAbout(profileId);
        if (change.crop === false) await createCropsStore(tx).removeAllTo(profileId);
      });
      return consentsOf(profileId);
    },
  };
}
