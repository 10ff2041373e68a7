// Rows of what others are not shown by a decision.
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';

export type Withheld = Selectable<Schema['hidden_items']>;

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createWithheldStore(db: Kysely<Schema>) {
  return {
    /** From now on it is withheld; one that is so already, by whatever case, stays so. */
    async want(row: Pick<Withheld, 'kind' | 'item_id' | 'case_id' | 'owner_id'>): Promise<void> {
      await db
        .insertInto('hidden_items')
        .values({ ...row, state: 'wanted', kept: '' })
        .onConflict((conflict) => conflict.columns(['kind', 'item_id']).doNothing())
        .execute();
    },

    async lift(caseId: string): Promise<void> {
      await db.updateTable('hidden_items').set({ state: 'lifting' }).where('case_id', '=', caseId).execute();
    },

    toDo: (): Promise<Withheld[]> =>
      db.selectFrom('hidden_items').selectAll().where('state', 'in', ['wanted', 'lifting']).limit(50).execute(),

    async done({ kind, item_id }: Withheld, kept: string): Promise<void> {
      await db
        .updateTable('hidden_items')
        .set({ state: 'hidden', kept })
        .where('kind', '=', kind)
        .where('item_id', '=', item_id)
        .where('state', '=', 'wanted')
        .execute();
    },

    async remove({ kind, item_id }: Withheld): Promise<void> {
      await db
        .deleteFrom('hidden_items')
        .where('kind', '=', kind)
        .where('item_id', '=', item_id)
        .where('state', '=', 'lifting')
        .execute();
    },
  };
}
