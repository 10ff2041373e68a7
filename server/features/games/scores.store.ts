// Stores scores: a row for each member and game, and one for the member's total.
import type { Kysely, Selectable } from 'kysely';
import { dayOf } from '#shared/rules/community.ts';
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

const pointsAtStartOf = (day: number, { changed_ms, points, day_start_points }: Selectable<Schema['game_scores']>) =>
  changed_ms < day ? points : day_start_points;

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
        day_start_points: before === undefined ? 0 : pointsAtStartOf(dayOf(nowMs), before),
      };
      const row = await db
        .insertInto('game_scores')
        .values({ profile_id: profileId, game, ...score })
        .onConflict((conflict) => conflict.columns(['profile_id', 'game']).doUpdateSet(score))
        .returningAll()
        .executeTakeFirstOrThrow();
      return scoreOf(row);
    },

    /**
     * Members with points who agreed to be on the leaderboard, most points first, without test users. Points are those at the start of
     * the day, since points that change at once would tell who plays now, and who proposed a crop that was just accepted.
     */
    async board(board: Board, after: BoardPlace | null, size: number, nowMs: number): Promise<BoardPlace[]> {
      const agreed = db
        .selectFrom('game_scores')
        .innerJoin('game_consents', 'game_consents.profile_id', 'game_scores.profile_id')
        .innerJoin('profiles', 'profiles.id', 'game_scores.profile_id')
        .where('game_scores.game', '=', board)
        .where('game_consents.kind', '=', 'leaderboard')
        .where('profiles.is_test', '=', 0);
      const page = async (points: 'points' | 'day_start_points', isOfToday: boolean) => {
        const column = `game_scores.${points}` as const;
        const places = agreed
          .select(['game_scores.profile_id', `${column} as points`])
          .where('game_scores.changed_ms', isOfToday ? '>=' : '<', dayOf(nowMs))
          .where(column, '>', 0)
          .orderBy(column, 'desc')
          .orderBy('game_scores.profile_id')
          .limit(size);
        const next =
          after === null
            ? places
            : places.where((row) =>
                row.or([
                  row(column, '<', after.points),
                  row.and([row(column, '=', after.points), row('game_scores.profile_id', '>', after.profileId)]),
                ]),
              );
        return (await next.execute()).map((row) => ({ profileId: row.profile_id, points: row.points }));
      };
      // A member whose score changes between the two queries is in both results, with the same points.
      const found = [...(await page('points', false)), ...(await page('day_start_points', true))];
      return [...new Map(found.map((place) => [place.profileId, place])).values()].toSorted(byPlace).slice(0, size);
    },
  };
}

const byPlace = (one: BoardPlace, other: BoardPlace): number =>
  other.points - one.points || (one.profileId < other.profileId ? -1 : 1);
