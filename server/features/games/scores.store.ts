// Stores scores: a row for each member and game, and one for the member's total.
import type { Kysely, Selectable } from 'kysely';
import type { Board, ScoredGame } from '#shared/rules/games.ts';
import type { Schema } from '#server/db/schema.ts';

export interface Score {
  readonly game: ScoredGame | Board;
  readonly points: number;
  readonly streak: number;
  readonly best: number;
}

/** A place on the leaderboard. The next page starts after it. */
export interface BoardPlace {
  readonly points: number;
  readonly profileId: string;
}

const scoreOf = ({ game, points, streak, best }: Selectable<Schema['game_scores']>): Score => ({ game, points, streak, best });

export function createScoresStore(db: Kysely<Schema>) {
  const find = (profileId: string, game: ScoredGame | Board) =>
    db.selectFrom('game_scores').selectAll().where('profile_id', '=', profileId).where('game', '=', game).executeTakeFirst();

  return {
    find,

    async of(profileId: string): Promise<Score[]> {
      const rows = await db.selectFrom('game_scores').selectAll().where('profile_id', '=', profileId).orderBy('game').execute();
      return rows.map(scoreOf);
    },

    /** Adds points. Zero points end the streak. */
    async add(profileId: string, game: ScoredGame | Board, points: number, nowMs: number): Promise<Score> {
      const before = await find(profileId, game);
      const streak = points > 0 ? (before?.streak ?? 0) + 1 : 0;
      const score = {
        points: (before?.points ?? 0) + points,
        streak,
        best: Math.max(before?.best ?? 0, streak),
        changed_ms: nowMs,
      };
      const row = await db
        .insertInto('game_scores')
        .values({ profile_id: profileId, game, ...score })
        .onConflict((conflict) => conflict.columns(['profile_id', 'game']).doUpdateSet(score))
        .returningAll()
        .executeTakeFirstOrThrow();
      return scoreOf(row);
    },

    /** Members with points who agreed to be on the leaderboard, most points first. */
    async board(board: Board, after: BoardPlace | null, size: number): Promise<BoardPlace[]> {
      const agreed = db
        .selectFrom('game_scores')
        .innerJoin('game_consents', 'game_consents.profile_id', 'game_scores.profile_id')
        .innerJoin('profiles', 'profiles.id', 'game_scores.profile_id')
        .select(['game_scores.profile_id', 'game_scores.points'])
        .where('game_scores.game', '=', board)
        .where('game_consents.kind', '=', 'leaderboard')
        .where('profiles.is_test', '=', 0)
        .where('game_scores.points', '>', 0)
        .orderBy('game_scores.points', 'desc')
        .orderBy('game_scores.profile_id')
        .limit(size);
      const page =
        after === null
          ? agreed
          : agreed.where((row) =>
              row.or([
                row('game_scores.points', '<', after.points),
                row.and([row('game_scores.points', '=', after.points), row('game_scores.profile_id', '>', after.profileId)]),
              ]),
            );
      return (await page.execute()).map(({ profile_id, points }) => ({ profileId: profile_id, points }));
    },
  };
}
