// Rows of consents that mean taking part in cooties or welcome.
import type { Kysely } from 'kysely';
import type { PartKind } from '#shared/rules/games.ts';
import type { Schema } from '#server/db/schema.ts';

/** Reads and writes on one handle: the database's, or a transaction's. */
export const createParticipationStore = (db: Kysely<Schema>) => ({
  async kindsOf(profileId: string): Promise<Schema['game_consents']['kind'][]> {
    const rows = await db.selectFrom('game_consents').select('kind').where('profile_id', '=', profileId).execute();
    return rows.map(({ kind }) => kind);
  },

  async add(row: Schema['game_consents']): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('game_consents')
      .values(row)
      .onConflict((conflict) => conflict.columns(['profile_id', 'kind']).doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows) > 0;
  },

  async remove(profileId: string, kind: PartKind): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('game_consents')
      .where('profile_id', '=', profileId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return Number(numDeletedRows) > 0;
  },
});
