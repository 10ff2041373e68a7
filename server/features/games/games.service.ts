// Scores of all games, and the volunteer credits earned with them.
import type { GameScore } from '#shared/contract/games.ts';
import { isRanked, volunteerGames, type ScoredGame } from '#shared/rules/games.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import { createScoresStore, type Score } from './scores.store.ts';

export interface GamesService {
  /**
   * Adds points to a member's score in a game and, if the game has a leaderboard, to their total. Zero points end the streak.
   * Returns the game's new score.
   */
  score(tx: Tx, profileId: string, game: ScoredGame, points: number): Promise<Score>;
  /** All numbers are 0 if the member has never played the game. */
  scoreOf(profileId: string, game: ScoredGame): Promise<GameScore>;
  /** The points that the member earned in volunteer games. */
  creditsOf(profileId: string): Promise<number>;
}

const unplayed = { points: 0, streak: 0, best: 0 };

export function createGamesService({ clock, db }: Pick<World, 'clock' | 'db'>): GamesService {
  return {
    async score(tx, profileId, game, points) {
      await db.lock(tx, `score:${profileId}`);
      const scores = createScoresStore(tx);
      const score = await scores.add(profileId, game, points, clock.now());
      if (isRanked(game)) await scores.add(profileId, 'all', points, clock.now());
      return score;
    },

    async scoreOf(profileId, game) {
      const { points, streak, best } = (await createScoresStore(db.read).find(profileId, game)) ?? unplayed;
      return { game, points, streak, best };
    },

    async creditsOf(profileId) {
      const scores = await createScoresStore(db.read).of(profileId);
      const earned = scores.filter(({ game }) => volunteerGames.some((volunteer) => volunteer === game));
      return earned.reduce((sum, { points }) => sum + points, 0);
    },
  };
}
