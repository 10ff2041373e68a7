// Stores published cells, the only positions in the database, and which state of each position counts.
import type { Kysely } from 'kysely';
import type { PositionsTable, PositionStatesTable, Schema } from '#server/db/schema.ts';
import { pageOf, type Page, type Scan, type ScanKey } from '#server/db/scan.ts';
import { countChanged, countRows, hasChanged, hasRow } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export function createPositionsStore(db: Kysely<Schema>) {
  return {
    async put(row: PositionsTable): Promise<void> {
      const { profile_id: _key, ...changed } = row;
      await db
        .insertInto('positions')
        .values(row)
        .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(changed))
        .execute();
    },

    async setCell(profileId: string, cell: { i: number; j: number; side: number }): Promise<void> {
      await db
        .updateTable('positions')
        .set({ cell_i: cell.i, cell_j: cell.j, cell_side: cell.side })
        .where('profile_id', '=', profileId)
        .execute();
    },

    async find(profileId: string): Promise<PositionsTable | null> {
      const row = await db.selectFrom('positions').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
      return row ?? null;
    },

    async remove(profileId: string): Promise<void> {
      await db.deleteFrom('positions').where('profile_id', '=', profileId).execute();
    },

    async stateOf(profileId: string): Promise<PositionStatesTable | null> {
      const row = db.selectFrom('position_states').selectAll().where('profile_id', '=', profileId);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Replaces the state with the id `before`, or adds the first one for null. False if another process was first. */
    async replaceState(before: string | null, row: PositionStatesTable): Promise<boolean> {
      const { profile_id: _key, ...changed } = row;
      const replaced = db
        .insertInto('position_states')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('profile_id')
            .doUpdateSet(changed)
            .where('position_states.state_id', '=', before ?? ''),
        )
        .returning('profile_id');
      return hasRow(replaced);
    },

    /** Removes the state with the id `before`. False if another process changed it first. */
    async removeState(profileId: string, before: string): Promise<boolean> {
      const rows = db.deleteFrom('position_states').where('profile_id', '=', profileId);
      return hasChanged(rows.where('state_id', '=', before));
    },

    /** The states that are due to change by themselves or have ended, in the order in which they became due. */
    async due(nowMs: number, max: number): Promise<PositionStatesTable[]> {
      const rows = db.selectFrom('position_states').selectAll().where('due_ms', '<=', nowMs);
      return rows.orderBy('due_ms').limit(max).execute();
    },

    /** The members who are shown at a point that they have placed by hand. */
    async withPoint(): Promise<string[]> {
      const rows = db.selectFrom('position_states').select('profile_id').where('has_point', '=', 1);
      return (await rows.execute()).map((row) => row.profile_id);
    },

    /** Removes at most `sliceRows` expired positions, and returns their number. */
    async removeEnded(nowMs: number): Promise<number> {
      const ended = db.selectFrom('positions').select('profile_id').where('effective_until_ms', '<=', nowMs).limit(sliceRows);
      return countChanged(db.deleteFrom('positions').where('profile_id', 'in', ended));
    },

    /** The members who have chosen to hide, or to be shown in a wide cell. */
    async hidingOrWide(): Promise<{ profileId: string; hides: boolean; isWide: boolean }[]> {
      const [hides, isWide] = ['"hide":true', '"positionPrecision":"wide"'];
      const rows = await db
        .selectFrom('accounts')
        .select(['profile_id', 'preferences'])
        .where((either) => either.or([hides, isWide].map((choice) => either('preferences', 'like', `%${choice}%`))))
        .execute();
      return rows.map(({ profile_id: profileId, preferences }) => ({
        profileId,
        hides: preferences.includes(hides),
        isWide: preferences.includes(isWide),
      }));
    },

    async count(nowMs: number): Promise<number> {
      return countRows(db.selectFrom('positions').where('effective_until_ms', '>', nowMs));
    },

    /** One page of the positions that have not expired. */
    async page(
      { key }: Scan,
      after: ScanKey,
      { nowMs, size }: { readonly nowMs: number; readonly size: number },
    ): Promise<Page<Omit<PositionsTable, 'use_kind' | 'updated_ms'>>> {
      const rows = await db
        .selectFrom('positions')
        .select(['profile_id', 'cell_i', 'cell_j', 'cell_side', 'is_hidden', 'effective_until_ms', key.as('key')])
        .where(key, '>', after)
        .where('effective_until_ms', '>', nowMs)
        .orderBy(key)
        .limit(size)
        .execute();
      return pageOf(rows, size, rows);
    },
  };
}
