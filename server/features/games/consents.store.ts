// Rows of consents to be shown in games.
import type { Kysely } from 'kysely';
import type { ConsentKind } from '#shared/rules/games.ts';
import type { Schema } from '#server/db/schema.ts';

/** Reads and writes on one handle: the database's, or a transaction's. */
export const createConsentsStore = (db: Kysely<Schema>) => ({
  async of(profileId: string): Promise<Set<Schema['game_consents']['kind']>> {
    const rows = await db.selectFrom('game_consents').select('kind').where('profile_id', '=', profileId).execute();
    return new Set(rows.map(({ kind }) => kind));
  },

  async give(row: Schema['game_consents']): Promise<void> {
    await db
      .insertInto('game_consents')
      .values(row)
      .onConflict((conflict) => conflict.columns(['profile_id', 'kind']).doNothing())
      .execute();
  },

  async takeBack(profileId: string, kind: ConsentKind): Promise<void> {
    await db.deleteFrom('game_consents').where('profile_id', '=', profileId).where('kind', '=', kind).execute();
  },
});
