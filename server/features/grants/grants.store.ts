// Stores grants of private pictures, one row for each owner and viewer.
import type { Kysely, Selectable } from 'kysely';
import type { PicGrantsTable, Schema } from '#server/db/schema.ts';

export type StoredGrant = Selectable<PicGrantsTable>;

export function createGrantsStore(db: Kysely<Schema>) {
  return {
    /** Null if there is no grant or it has expired. */
    async find(ownerId: string, viewerId: string, nowMs: number): Promise<StoredGrant | null> {
      const row = await db
        .selectFrom('pic_grants')
        .selectAll()
        .where('owner_id', '=', ownerId)
        .where('viewer_id', '=', viewerId)
        .executeTakeFirst();
      return row && isUnexpired(row, nowMs) ? row : null;
    },

    /** The owner's grants that have not expired, newest first. */
    async of(ownerId: string, nowMs: number): Promise<StoredGrant[]> {
      const rows = await db
        .selectFrom('pic_grants')
        .selectAll()
        .where('owner_id', '=', ownerId)
        .orderBy('created_ms', 'desc')
        .orderBy('viewer_id')
        .execute();
      return rows.filter((row) => isUnexpired(row, nowMs));
    },

    async put(row: StoredGrant): Promise<void> {
      const { until_ms, created_ms } = row;
      await db
        .insertInto('pic_grants')
        .values(row)
        .onConflict((conflict) => conflict.columns(['owner_id', 'viewer_id']).doUpdateSet({ until_ms, created_ms }))
        .execute();
    },

    /** Removes and returns the grants to one viewer, or to all. */
    async remove(ownerId: string, viewerId: string | undefined): Promise<StoredGrant[]> {
      return db
        .deleteFrom('pic_grants')
        .where('owner_id', '=', ownerId)
        .$if(viewerId !== undefined, (query) => query.where('viewer_id', '=', viewerId ?? ''))
        .returningAll()
        .execute();
    },

    async removeBetween(a: string, b: string): Promise<void> {
      await db.deleteFrom('pic_grants').where('owner_id', 'in', [a, b]).where('viewer_id', 'in', [a, b]).execute();
    },

    /** At most `limit` expired grants. */
    async ended(nowMs: number, limit: number): Promise<StoredGrant[]> {
      return db.selectFrom('pic_grants').selectAll().where('until_ms', '<=', nowMs).limit(limit).execute();
    },

    /** Removes the given grants, except those that were renewed in the meantime. Returns the removed ones. */
    async removeEnded(grants: readonly StoredGrant[], nowMs: number): Promise<StoredGrant[]> {
      const removed = grants.map(({ owner_id, viewer_id }) =>
        db
          .deleteFrom('pic_grants')
          .where('owner_id', '=', owner_id)
          .where('viewer_id', '=', viewer_id)
          .where('until_ms', '<=', nowMs)
          .returningAll()
          .execute(),
      );
      return (await Promise.all(removed)).flat();
    },
  };
}

const isUnexpired = ({ until_ms }: StoredGrant, nowMs: number): boolean => until_ms === null || until_ms > nowMs;
