// Stores crop proposals.
import type { Kysely, Selectable } from 'kysely';
import { listsId } from '#server/db/json-list.ts';
import type { Schema } from '#server/db/schema.ts';

export type StoredProposal = Selectable<Schema['crop_proposals']> & { readonly width: number; readonly height: number };

export function createCropsStore(db: Kysely<Schema>) {
  /** Proposals that were not declined. Callers check that the picture is still public. */
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
      return rows.filter((row) => listsId(row.pic_ids, row.pic_id));
    },

    async find(id: string, ownerId: string): Promise<StoredProposal | null> {
      const proposed = open.where('crop_proposals.owner_id', '=', ownerId);
      const row = await proposed.where('crop_proposals.id', '=', id).executeTakeFirst();
      return row !== undefined && listsId(row.pic_ids, row.pic_id) ? row : null;
    },

    /** The pictures for which the player has proposed a crop, even if it was declined. */
    async proposedBy(playerId: string, pictureIds: readonly string[]): Promise<Set<string>> {
      if (pictureIds.length === 0) return new Set();
      const proposed = db.selectFrom('crop_proposals').select('pic_id').where('proposer_id', '=', playerId);
      const rows = await proposed.where('pic_id', 'in', [...pictureIds]).execute();
      return new Set(rows.map(({ pic_id }) => pic_id));
    },

    /** The number of undecided proposals by picture. */
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

    /**
     * Stores a proposal. It replaces the player's earlier one for the picture, and stays declined if that one was. The id is new, so that
     * the owner does not accept a crop that they have not seen.
     */
    async put({ proposer_id, pic_id, ...row }: Schema['crop_proposals']): Promise<void> {
      const { id, cut_left, cut_top, cut_width, cut_height } = row;
      await db
        .insertInto('crop_proposals')
        .values({ proposer_id, pic_id, ...row })
        .onConflict((conflict) =>
          conflict.columns(['proposer_id', 'pic_id']).doUpdateSet({ id, cut_left, cut_top, cut_width, cut_height }),
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
