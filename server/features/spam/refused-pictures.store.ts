// Stores fingerprints of refused pictures, without their owners.
import type { Kysely } from 'kysely';
import { countChanged } from '#server/db/row-counts.ts';
import type { Schema } from '#server/db/schema.ts';

export const createRefusedPicturesStore = (db: Kysely<Schema>) => ({
  async all(): Promise<string[]> {
    return (await db.selectFrom('refused_looks').select('look').execute()).map(({ look }) => look);
  },

  /** Returns false if all fingerprints were already stored. */
  async add(fingerprints: readonly string[], nowMs: number): Promise<boolean> {
    let added = 0;
    for (const fingerprint of fingerprints)
      added += await countChanged(
        db
          .insertInto('refused_looks')
          .values({ look: fingerprint, created_ms: nowMs })
          .onConflict((conflict) => conflict.column('look').doNothing()),
      );
    return added > 0;
  },

  async remove(fingerprints: readonly string[]): Promise<void> {
    for (const fingerprint of fingerprints) await db.deleteFrom('refused_looks').where('look', '=', fingerprint).execute();
  },
});
