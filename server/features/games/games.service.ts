// Scores of all games, and the volunteer credits earned with them.
import { isRanked, volunteerGames, type ScoredGame } from '#shared/rules/games.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import { createScoresStore, type Score } from './scores.store.ts';

export interface GamesService {
  /**
   * Adds points to a member's score in a game and to the leaderboard's total. Zero points end the streak. Returns the game's new
   * score.
   */
  score(tx: Tx, profileId: string, game: ScoredGame, points: number): Promise<Score>;
  /** The points of volunteer games. */
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
