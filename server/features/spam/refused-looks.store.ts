// Rows of fingerprints of refused pictures.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Reads and writes on one handle: the database's, or a transaction's. */
export const createRefusedLooksStore = (db: Kysely<Schema>) => ({
  async all(): Promise<string[]> {
    return (await db.selectFrom('refused_looks').select('look').execute()).map(({ look }) => look);
  },

  async add(looks: readonly string[], nowMs: number): Promise<void> {
    for (const look of looks)
      await db
        .insertInto('refused_looks')
        .values({ look, created_ms: nowMs })
        .onConflict((conflict) => conflict.column('look').doNothing())
        .execute();
  },

  async remove(looks: readonly string[]): Promise<void> {
    for (const look of looks) await db.deleteFrom('refused_looks').where('look', '=', look).execute();
  },
});
