// The Rating Game: players rate pictures and guess how most others rated them.
import type { PictureToRate, RatingResult } from '#shared/contract/games.ts';
import { minRatings, opinionOf, picturesPerRound, pointsFor, type RatingOpinion } from '#shared/rules/games.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { visitInRandomOrder } from './random-order.ts';
import { createGamePicturesStore } from './game-pictures.store.ts';
import type { GamesService } from './games.service.ts';
import { createRatingStore } from './ratinggame.store.ts';
import type { GameVisibility } from './game-visibility.ts';

export interface RatingGameService {
  /** Up to ten pictures that the player has not rated yet. */
  pictures(playerId: string): Promise<PictureToRate[]>;
  /** Problem: not-found for a picture that is not in the game, not rated by the player, or rated by too few others. */
  guess(playerId: string, pictureId: string, guess: RatingOpinion): Promise<RatingResult>;
}

interface Dependencies {
  readonly games: GamesService;
  readonly gameVisibility: GameVisibility;
}

export function createRatingGameService({ clock, db, ids }: World, { games, gameVisibility }: Dependencies): RatingGameService {
  const inGame = createGamePicturesStore(db.read, 'rating');
  const store = createRatingStore(db.read);

  async function resultOf(playerId: string, guess: RatingOpinion, crowd: RatingOpinion): Promise<RatingResult> {
    return { isRight: guess === crowd, crowd, score: await games.scoreOf(playerId, 'ratinggame') };
  }

  return {
    async pictures(playerId) {
      const drawn: Omit<PictureToRate, 'hasCrowd'>[] = [];
      await visitInRandomOrder(
        ids.fraction(),
        (above, upTo) => inGame.owners(playerId, above, upTo, gameVisibility.isHiddenFrom(playerId)),
        async (owners) => {
          const pictures = owners.flatMap((owner) => owner.pictures);
          const ratedBefore = await store.ratedBy(
            playerId,
            pictures.map(({ id }) => id),
          );
          const unrated = pictures.filter(({ id }) => !ratedBefore.has(id));
          for (const { id, ownerId, placeholder } of await gameVisibility.listed(unrated, (row) => row.ownerId))
            if (drawn.length < picturesPerRound) drawn.push({ profilePicId: id, profilePicProfileId: ownerId, placeholder });
          return drawn.length === picturesPerRound;
        },
      );
      const counts = await store.ratingCounts(
        playerId,
        drawn.map(({ profilePicId }) => profilePicId),
      );
      return drawn.map((picture) => ({ ...picture, hasCrowd: (counts.get(picture.profilePicId)?.ratings ?? 0) >= minRatings }));
    },

    async guess(playerId, pictureId, guess) {
      const picture = await inGame.find(pictureId, gameVisibility.isHiddenFrom(playerId));
      if (picture === null || picture.ownerId === playerId || !(await gameVisibility.isListed(picture.ownerId)))
        throw problem('not-found');
      if (!(await store.ratedBy(playerId, [pictureId])).has(pictureId)) throw problem('not-found');
      const { liked, ratings } = (await store.ratingCounts(playerId, [pictureId])).get(pictureId) ?? { liked: 0, ratings: 0 };

      const storedGuess = await db.write(async (tx) => {
        await db.lock(tx, `ratinggame:${playerId}`);
        const guesses = createRatingStore(tx);
        const before = await guesses.guess(playerId, pictureId);
        if (before !== null) return before;
        if (ratings < minRatings) throw problem('not-found');
        const crowd = opinionOf(liked, ratings);
        await guesses.insert({
          player_id: playerId,
          pic_id: pictureId,
          owner_id: picture.ownerId,
          guess,
          crowd,
          created_ms: clock.now(),
        });
        await games.score(tx, playerId, 'ratinggame', guess === crowd ? pointsFor.ratinggame : 0);
        return { guess, crowd };
      });
      return resultOf(playerId, storedGuess.guess, storedGuess.crowd);
    },
  };
}
