// Stores likes of pictures.
import { sql, type Kysely, type Selectable } from 'kysely';
import type { ProfilePicLike } from '#shared/contract/likes.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import { listsId } from '#server/db/json-list.ts';
import type { PicLikesTable, Schema } from '#server/db/schema.ts';
import { wholePage } from '#server/db/whole-page.ts';
import type { LikesPage } from './likes.store.ts';

/** Selects the likes that a profile gave, or the likes of its pictures. */
export type Side = 'liker_id' | 'pic_profile_id';

const toPicLike = (row: Selectable<PicLikesTable>): ProfilePicLike => ({
  likerProfileId: row.liker_id,
  profilePicId: row.pic_id,
  profilePicProfileId: row.pic_profile_id,
  likeType: row.like_type,
  tsCreated: row.changed_ms,
});

/** A like keeps its time while it lasts, because rating the picture alike again is no new like. */
const changedMs = sql<number>`case when pic_likes.like_type = 'LIKE' and excluded.like_type = 'LIKE' then pic_likes.changed_ms
  else excluded.changed_ms end`;

export function createPicLikesStore(db: Kysely<Schema>) {
  return {
    async find(likerId: string, pictureId: string): Promise<ProfilePicLike | null> {
      const given = db.selectFrom('pic_likes').selectAll().where('liker_id', '=', likerId);
      const row = await given.where('pic_id', '=', pictureId).executeTakeFirst();
      return row ? toPicLike(row) : null;
    },

    async put(like: {
      likerId: string;
      pictureId: string;
      ownerId: string;
      likeType: StoredLikeType;
      nowMs: number;
    }): Promise<ProfilePicLike> {
      const row = await db
        .insertInto('pic_likes')
        .values({
          liker_id: like.likerId,
          pic_id: like.pictureId,
          pic_profile_id: like.ownerId,
          like_type: like.likeType,
          created_ms: like.nowMs,
          changed_ms: like.nowMs,
        })
        .onConflict((conflict) =>
          conflict.columns(['liker_id', 'pic_id']).doUpdateSet({ like_type: like.likeType, changed_ms: changedMs }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return toPicLike(row);
    },

    /** Newest first; with `ownerId` only pictures of that owner. */
    async listed(
      side: Side,
      profileId: string,
      page: LikesPage,
      ownerId?: string,
    ): Promise<{ like: ProfilePicLike; isShown: boolean }[]> {
      const likes = db
        .selectFrom('pic_likes')
        .innerJoin('profiles', 'profiles.id', 'pic_likes.pic_profile_id')
        .selectAll('pic_likes')
        .select('profiles.pic_ids')
        .where(`pic_likes.${side}`, '=', profileId)
        .where('like_type', '=', 'LIKE')
        .$if(ownerId !== undefined, (all) => all.where('pic_likes.pic_profile_id', '=', ownerId ?? ''));
      const rows = await wholePage(
        page.size,
        (row) => row.changed_ms,
        () => likes.where('changed_ms', '<', page.beforeMs).orderBy('changed_ms', 'desc').limit(page.size).execute(),
        (ms) => likes.where('changed_ms', '=', ms).execute(),
      );
      return rows.map((row) => ({ like: toPicLike(row), isShown: listsId(row.pic_ids, row.pic_id) }));
    },
  };
}
