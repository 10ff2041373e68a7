// Stores likes and blocks between profiles.
import { sql, type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import type { LikesTable, Schema } from '#server/db/schema.ts';
import { wholePage } from '#server/db/whole-page.ts';

const toLike = (row: Selectable<LikesTable>): ProfileLike => ({
  likerProfileId: row.liker_id,
  likedProfileId: row.liked_id,
  likeType: row.like_type,
  blocked: row.is_blocked === 1,
  tsCreated: row.changed_ms,
});

export interface LikesPage {
  /** Only rows whose time in the list is before this time. */
  readonly beforeMs: number;
  readonly size: number;
}

/** A like keeps its time until it is withdrawn. A new time after a block or its end would disclose the block to the liked member. */
const changedMs = sql<number>`case when likes.like_type = 'LIKE' and excluded.like_type = 'LIKE' then likes.changed_ms
  else excluded.changed_ms end`;

/** A block keeps its time until it ends. */
const blockedMs = sql<number | null>`case when likes.is_blocked = 1 and excluded.is_blocked = 1 then likes.blocked_ms
  else excluded.blocked_ms end`;

/** The times by which lists are ordered. */
const listTimes = { likes: sql<number>`changed_ms`, blocks: sql<number>`coalesce(blocked_ms, changed_ms)` } as const;

export function createLikesStore(db: Kysely<Schema>) {
  type Likes = SelectQueryBuilder<Schema, 'likes', Selectable<LikesTable>>;

  /** `tsCreated` is the time in the list. */
  async function listed(
    filter: (likes: Likes) => Likes,
    timeMs: RawBuilder<number>,
    { beforeMs, size }: LikesPage,
  ): Promise<ProfileLike[]> {
    const likes = filter(db.selectFrom('likes').selectAll()).select(timeMs.as('listed_ms'));
    const rows = await wholePage(
      size,
      (row) => row.listed_ms,
      () => likes.where(timeMs, '<', beforeMs).orderBy(timeMs, 'desc').limit(size).execute(),
      (ms) => likes.where(timeMs, '=', ms).execute(),
    );
    return rows.map((row) => ({ ...toLike(row), tsCreated: row.listed_ms }));
  }

  return {
    async find(likerId: string, likedId: string): Promise<ProfileLike | null> {
      const row = await db
        .selectFrom('likes')
        .selectAll()
        .where('liker_id', '=', likerId)
        .where('liked_id', '=', likedId)
        .executeTakeFirst();
      return row ? toLike(row) : null;
    },

    async put(like: {
      likerId: string;
      likedId: string;
      likeType: StoredLikeType;
      isBlocked: boolean;
      nowMs: number;
    }): Promise<ProfileLike> {
      const { likerId: liker_id, likedId: liked_id, nowMs } = like;
      const changed = { like_type: like.likeType, is_blocked: like.isBlocked ? (1 as const) : (0 as const) };
      const times = { created_ms: nowMs, changed_ms: nowMs, blocked_ms: like.isBlocked ? nowMs : null };
      const row = await db
        .insertInto('likes')
        .values({ liker_id, liked_id, ...times, ...changed })
        .onConflict((conflict) =>
          conflict.columns(['liker_id', 'liked_id']).doUpdateSet({ ...changed, changed_ms: changedMs, blocked_ms: blockedMs }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return toLike(row);
    },

    likedBy: (likerId: string, page: LikesPage) =>
      listed((likes) => likes.where('liker_id', '=', likerId).where('like_type', '=', 'LIKE'), listTimes.likes, page),

    likersOf: (likedId: string, page: LikesPage) =>
      listed((likes) => likes.where('liked_id', '=', likedId).where('like_type', '=', 'LIKE'), listTimes.likes, page),

    blockedBy: (likerId: string, page: LikesPage) =>
      // The index is only of blocks, and does not serve a condition whose value is a parameter.
      listed((likes) => likes.where('liker_id', '=', likerId).where('is_blocked', '=', sql.lit(1)), listTimes.blocks, page),

    /** The profiles that a member likes or dislikes. */
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
