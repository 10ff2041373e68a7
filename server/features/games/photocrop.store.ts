// Rows of proposed cuts.
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export type StoredProposal = Selectable<Schema['crop_proposals']> & { readonly width: number; readonly height: number };

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createCropsStore(db: Kysely<Schema>) {
  /** Proposals that are not declined; whether the picture is still public is checked on the rows. */
  const open = db
    .selectFrom('crop_proposals')
    .innerJoin('pictures', 'pictures.id', 'crop_proposals.pic_id')
    .innerJoin('profiles', 'profiles.id', 'crop_proposals.owner_id')
    .selectAll('crop_proposals')
    .select(['pictures.width', 'pictures.height', 'profiles.pic_ids'])
    .where('crop_proposals.is_declined', '=', 0);

  return {
    async openTo(ownerId: string): Promise<StoredProposal[]> {
      const rows = await open.where('crop_proposals.owner_id', '=', ownerId).orderBy('crop_proposals.created_ms').execute();
      // An id is a UUID: where the JSON of a list contains it, it is an entry of the list.
      return rows.filter((row) => row.pic_ids.includes(row.pic_id));
    },

    async find(id: string, ownerId: string): Promise<StoredProposal | null> {
      const own = open.where('crop_proposals.owner_id', '=', ownerId);
      const row = await own.where('crop_proposals.id', '=', id).executeTakeFirst();
      return row?.pic_ids.includes(row.pic_id) === true ? row : null;
    },

    /** Those of the pictures for which the player proposed a cut, declined or not. */
    async proposedBy(playerId: string, pictureIds: readonly string[]): Promise<Set<string>> {
      if (pictureIds.length === 0) return new Set();
      const own = db.selectFrom('crop_proposals').select('pic_id').where('proposer_id', '=', playerId);
      const rows = await own.where('pic_id', 'in', [...pictureIds]).execute();
      return new Set(rows.map(({ pic_id }) => pic_id));
    },

    /** The number of waiting proposals by picture. */
    async waiting(pictureIds: readonly string[]): Promise<Map<string, number>> {
      if (pictureIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('crop_proposals')
        .select((row) => ['pic_id', row.fn.countAll<number | string>().as('count')])
        .where('pic_id', 'in', [...pictureIds])
        .where('is_declined', '=', 0)
        .groupBy('pic_id')
        .execute();
      return new Map(rows.map(({ pic_id, count }) => [pic_id, Number(count)]));
    },

    /** A player's later cut of a picture replaces their first, but not one that was declined. */
    async put({ proposer_id, pic_id, ...row }: Schema['crop_proposals']): Promise<void> {
      const { cut_left, cut_top, cut_width, cut_height } = row;
      await db
        .insertInto('crop_proposals')
        .values({ proposer_id, pic_id, ...row })
        .onConflict((conflict) =>
          conflict.columns(['proposer_id', 'pic_id']).doUpdateSet({ cut_left, cut_top, cut_width, cut_height }),
        )
        .execute();
    },

    async decline(id: string): Promise<void> {
      await db.updateTable('crop_proposals').set({ is_declined: 1 }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('crop_proposals').where('id', '=', id).execute();
    },

    async removeAllTo(ownerId: string): Promise<void> {
      await db.deleteFrom('crop_proposals').where('owner_id', '=', ownerId).where('is_declined', '=', 0).execute();
    },
  };
}
