// Stores which challenges were used, until they end.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, hasChanged } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export function createChallengesStore(db: Kysely<Schema>) {
  return {
    /** Resolves to false if the challenge with this secret was used before, in this process or another one. */
    async use(secret: string, untilMs: number): Promise<boolean> {
      return hasChanged(
        db
          .insertInto('used_challenges')
          .values({ secret, until_ms: untilMs })
          .onConflict((conflict) => conflict.column('secret').doNothing()),
      );
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeEnded(nowMs: number): Promise<number> {
      const ended = db.selectFrom('used_challenges').select('secret').where('until_ms', '<', nowMs).limit(sliceRows);
      return countChanged(db.deleteFrom('used_challenges').where('secret', 'in', ended));
    },
  };
}
