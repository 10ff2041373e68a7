// Stores the rows of the ledger.
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export type LedgerRow = Selectable<Schema['ledger']>;

export function createLedgerStore(db: Kysely<Schema>) {
  return {
    async last(): Promise<LedgerRow | null> {
      return (await db.selectFrom('ledger').selectAll().orderBy('place', 'desc').limit(1).executeTakeFirst()) ?? null;
    },

    async add(row: LedgerRow): Promise<void> {
      await db.insertInto('ledger').values(row).execute();
    },

    after: (place: number, size: number): Promise<LedgerRow[]> =>
      db.selectFrom('ledger').selectAll().where('place', '>', place).orderBy('place').limit(size).execute(),
  };
}
