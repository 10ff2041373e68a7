// Scores of all games, added inside each game's own write, and the credits earned with them.
import { isRanked, volunteerGames, type ScoredGame } from '#shared/rules/games.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import { createScoresStore, type Score } from './scores.store.ts';

export interface GamesService {
  /**
   * Inside a write: adds points (a whole number; 0 for a miss, which ends the streak) to a member's score of a game and to the
   * total on the leaderboard. Returns the new score of that game.
   */
  score(tx: Tx, profileId: string, game: ScoredGame, points: number): Promise<Score>;
  /** Points of the games in which a member does something for others. */
  creditsOf(profileId: string): Promise<number>;
}

export function createGamesService({ clock, db }: Pick<World, 'clock' | 'db'>): GamesService {
  return {
    async score(tx, profileId, game, points) {
      await db.lock(tx, `score:${profileId}`);
      const scores = createScoresStore(tx);
      const score = await scores.add(profileId, game, points, clock.now());
      if (isRanked(game)) await scores.add(profileId, 'all', points, clock.now());
      return score;
    },

    async creditsOf(profileId) {
      const scores = await createScoresStore(db.read).of(profileId);
      const earned = scores.filter(({ game }) => volunteerGames.some((volunteer) => volunteer === game));
      return earned.reduce((sum, { points }) => sum + points, 0);
    },
  };
}
