// Stores consents to be shown in games, and who takes part in Cooties and the Welcome Committee.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { hasChanged } from '#server/db/row-counts.ts';

type Consents = Schema['game_consents'];

export const createConsentsStore = (db: Kysely<Schema>) => ({
  async of(profileId: string): Promise<Set<Consents['kind']>> {
    const rows = await db.selectFrom('game_consents').select('kind').where('profile_id', '=', profileId).execute();
    return new Set(rows.map(({ kind }) => kind));
  },

  /** False if it was already stored. */
  async add(row: Consents): Promise<boolean> {
    return hasChanged(
      db
        .insertInto('game_consents')
        .values(row)
        .onConflict((conflict) => conflict.columns(['profile_id', 'kind']).doNothing()),
    );
  },

  /** False if there was none. */
  async remove(profileId: string, kind: Consents['kind']): Promise<boolean> {
    return hasChanged(db.deleteFrom('game_consents').where('profile_id', '=', profileId).where('kind', '=', kind));
  },
});
