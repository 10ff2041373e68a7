// Stores which items are withheld.
import type { Kysely, Selectable } from 'kysely';
import { inRandomOrder } from '#server/db/row-orders.ts';
import type { Schema } from '#server/db/schema.ts';

export type Withheld = Selectable<Schema['hidden_items']>;

export function createWithheldStore(db: Kysely<Schema>) {
  return {
    /**
     * Withholds an item. One that is about to be shown again, or was shown already, is withheld again. So is a withheld profile, whose
     * member may have written a new text; it stays with its first case, since `lift` finds the others.
     */
    async withhold(row: Pick<Withheld, 'kind' | 'item_id' | 'case_id' | 'owner_id'>): Promise<void> {
      await db
        .insertInto('hidden_items')
        .values({ ...row, state: 'wanted', kept: '' })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'item_id'])
            .doUpdateSet((item) => ({
              state: 'wanted',
              case_id: item
                .case()
                .when('hidden_items.state', '=', 'lifting')
                .then(row.case_id)
                .else(item.ref('hidden_items.case_id'))
                .end(),
            }))
            .where('hidden_items.state', '!=', 'wanted'),
        )
        .execute();
    },

    /** Marks items to be shown again, except those that another case withholds too. */
    async lift(caseId: string): Promise<void> {
      const rows = await db.selectFrom('hidden_items').selectAll().where('case_id', '=', caseId).execute();
      for (const { kind, item_id, owner_id } of rows) {
        const other = await db
          .selectFrom('case_evidence')
          .innerJoin('cases', 'cases.id', 'case_evidence.case_id')
          .select('cases.id')
          .where('cases.subject_id', '=', owner_id)
          .where('cases.id', '!=', caseId)
          .where('cases.outcome', 'in', ['hide', 'suspend'])
          .where('case_evidence.kind', '=', kind)
          .where('case_evidence.item_id', 'in', [item_id, ''])
          .executeTakeFirst();
        await db
          .updateTable('hidden_items')
          .set(other === undefined ? { state: 'lifting' } : { case_id: other.id })
          .where('kind', '=', kind)
          .where('item_id', '=', item_id)
          .execute();
      }
    },

    /**
     * Makes the items that a final decision withholds its own, so that no other case shows them again. Call it before the evidence is
     * removed, since `lift` finds other cases by their evidence.
     */
    async keepFor(caseId: string, ownerId: string): Promise<void> {
      await db
        .updateTable('hidden_items')
        .set({ case_id: caseId })
        .where('owner_id', '=', ownerId)
        .where('state', '!=', 'lifting')
        .where((item) =>
          item.exists(
            item
              .selectFrom('case_evidence')
              .select('case_evidence.id')
              .where('case_evidence.case_id', '=', caseId)
              .whereRef('case_evidence.kind', '=', 'hidden_items.kind')
              .where((of) =>
                of.or([of('case_evidence.item_id', '=', of.ref('hidden_items.item_id')), of('case_evidence.item_id', '=', '')]),
              ),
          ),
        )
        .execute();
    },

    pending: (): Promise<Withheld[]> =>
      db
        .selectFrom('hidden_items')
        .selectAll()
        .where('state', 'in', ['wanted', 'lifting'])
        .orderBy(inRandomOrder)
        .limit(50)
        .execute(),

    /** Stores what is needed to show the item again. */
    async keep({ kind, item_id }: Withheld, kept: string): Promise<void> {
      await db.updateTable('hidden_items').set({ kept }).where('kind', '=', kind).where('item_id', '=', item_id).execute();
    },

    async done({ kind, item_id }: Withheld): Promise<void> {
      await db
        .updateTable('hidden_items')
        .set({ state: 'hidden' })
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
