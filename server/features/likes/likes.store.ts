// Rows of likes and blocks of profiles; the only place that decodes a row.
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { LikesTable, Schema } from '#server/db/schema.ts';

export type StoredLikeType = LikesTable['like_type'];

const entityOf = (row: Selectable<LikesTable>): ProfileLike => ({
  likerProfileId: row.liker_id,
  likedProfileId: row.liked_id,
  likeType: row.like_type,
  blocked: row.is_blocked === 1,
  tsCreated: row.changed_ms,
});

export interface LikesPage {
  /** Only likes last changed before this time. */
  readonly beforeMs: number;
  readonly size: number;
}

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createLikesStore(db: Kysely<Schema>) {
  type Likes = SelectQueryBuilder<Schema, 'likes', Selectable<LikesTable>>;

  async function listed(those: (likes: Likes) => Likes, { beforeMs, size }: LikesPage): Promise<ProfileLike[]> {
    const likes = those(db.selectFrom('likes').selectAll());
    const rows = await likes.where('changed_ms', '<', beforeMs).orderBy('changed_ms', 'desc').limit(size).execute();
    return rows.map(entityOf);
  }

  return {
    async find(likerId: string, likedId: string): Promise<ProfileLike | null> {
      const row = await db
        .selectFrom('likes')
        .selectAll()
        .where('liker_id', '=', likerId)
        .where('liked_id', '=', likedId)
        .executeTakeFirst();
      return row ? entityOf(row) : null;
    },

    async put(like: {
      likerId: string;
      likedId: string;
      likeType: StoredLikeType;
      isBlocked: boolean;
      nowMs: number;
    }): Promise<ProfileLike> {
      const changed = {
        like_type: like.likeType,
        is_blocked: like.isBlocked ? (1 as const) : (0 as const),
        changed_ms: like.nowMs,
      };
      const row = await db
        .insertInto('likes')
        .values({ liker_id: like.likerId, liked_id: like.likedId, created_ms: like.nowMs, ...changed })
        .onConflict((conflict) => conflict.columns(['liker_id', 'liked_id']).doUpdateSet(changed))
        .returningAll()
        .executeTakeFirstOrThrow();
      return entityOf(row);
    },

    /** LIKEs given by one profile, newest first. */
    likedBy: (likerId: string, page: LikesPage) =>
      listed((likes) => likes.where('liker_id', '=', likerId).where('like_type', '=', 'LIKE'), page),

    /** LIKEs given to one profile, newest first. */
    likersOf: (likedId: string, page: LikesPage) =>
      listed((likes) => likes.where('liked_id', '=', likedId).where('like_type', '=', 'LIKE'), page),

    /** Profiles that one profile blocks, newest first. */
    blockedBy: (likerId: string, page: LikesPage) =>
      listed((likes) => likes.where('liker_id', '=', likerId).where('is_blocked', '=', 1), page),

    /** Profiles that one profile likes or dislikes, in no order. */
    async ratedBy(likerId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('likes')
        .select('liked_id')
        .where('liker_id', '=', likerId)
        .where('like_type', 'in', ['LIKE', 'DISLIKE'])
        .execute();
      return rows.map((row) => row.liked_id);
    },
  };
}
