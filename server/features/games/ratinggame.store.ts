// Stores guesses in the Rating Game, and counts ratings of pictures.
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export interface RatingCounts {
  readonly liked: number;
  readonly ratings: number;
}

export function createRatingStore(db: Kysely<Schema>) {
  const rated = db.selectFrom('pic_likes').where('like_type', 'in', ['LIKE', 'DISLIKE']);

  return {
    /** The pictures that the player liked or disliked. */
    async ratedBy(playerId: string, pictureIds: readonly string[]): Promise<Set<string>> {
      if (pictureIds.length === 0) return new Set();
      const own = rated.select('pic_id').where('liker_id', '=', playerId);
      const rows = await own.where('pic_id', 'in', [...pictureIds]).execute();
      return new Set(rows.map(({ pic_id }) => pic_id));
    },

    /** The ratings by members other than the player. Pictures without ratings are left out. */
    async ratingCounts(playerId: string, pictureIds: readonly string[]): Promise<Map<string, RatingCounts>> {
      if (pictureIds.length === 0) return new Map();
      const rows = await rated
        .select((row) => ['pic_id', 'like_type', row.fn.countAll<number | string>().as('count')])
        .where('pic_id', 'in', [...pictureIds])
        .where('liker_id', '<>', playerId)
        .groupBy(['pic_id', 'like_type'])
        .execute();
      const counts = new Map<string, RatingCounts>();
      for (const { pic_id, like_type, count } of rows) {
        const { liked, ratings } = counts.get(pic_id) ?? { liked: 0, ratings: 0 };
        counts.set(pic_id, {
          liked: liked + (like_type === 'LIKE' ? Number(count) : 0),
          ratings: ratings + Number(count),
        });
      }
      return counts;
    },

    async guess(playerId: string, pictureId: string): Promise<Selectable<Schema['rating_guesses']> | null> {
      const own = db.selectFrom('rating_guesses').selectAll().where('player_id', '=', playerId);
      return (await own.where('pic_id', '=', pictureId).executeTakeFirst()) ?? null;
    },

    async insert(row: Schema['rating_guesses']): Promise<void> {
      await db.insertInto('rating_guesses').values(row).execute();
    },
  };
}
