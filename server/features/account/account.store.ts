// Finds and deletes a member's rows in all tables with the member data map.
import { setImmediate as otherCalls } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { sliceRows } from '#server/db/slices.ts';
import type { Schema } from '#server/db/schema.ts';
import { memberTables } from './member-data.ts';
import type { AnyRow, ArchivedRows, MemberIds } from './member-table.ts';

export function createAccountStore(db: Kysely<Schema>) {
  return {
    async find(accountId: string): Promise<(MemberIds & { readonly isTest: boolean }) | null> {
      const row = await db
        .selectFrom('accounts')
        .select(['email', 'profile_id', 'is_test'])
        .where('id', '=', accountId)
        .executeTakeFirst();
      return row ? { accountId, profileId: row.profile_id, email: row.email, isTest: row.is_test === 1 } : null;
    },

    /** A page of the member's rows in a table: up to `size` rows after `last`, or from the start if `last` is null. */
    async rowsAfter(
      table: string,
      { of, order }: ArchivedRows<AnyRow>,
      { owner, last, size }: { readonly owner: string; readonly last: AnyRow | null; readonly size: number },
    ): Promise<AnyRow[]> {
      const columns = sql.join(order.map((column) => sql.ref(column)));
      const from = last === null ? sql`` : sql`and (${columns}) > (${sql.join(order.map((column) => last[column]))})`;
      const { rows } = await sql<AnyRow>`
        select * from ${sql.table(table)} where ${sql.ref(of)} = ${owner} ${from} order by ${columns} limit ${sql.lit(size)}
      `.execute(db);
      return rows;
    },

    async pictureIds(profileId: string): Promise<string[]> {
      const rows = await db.selectFrom('pictures').select('id').where('profile_id', '=', profileId).execute();
      return rows.map(({ id }) => id);
    },

    /** In slices, between which other calls are served: in its transaction the member is deleted completely or not at all. */
    async removeAll(member: MemberIds, engine: Db['engine']): Promise<void> {
      const row = sql.ref(engine === 'sqlite' ? 'rowid' : 'ctid');
      for (const [table, { deletedBy }] of deletionOrder)
        for (const [column, name] of Object.entries(deletedBy)) {
          const value = name && member[name];
          if (!value) continue;
          const from = sql`${sql.table(table)} where ${sql.ref(column)} = ${value}`;
          for (let count = sliceRows; count >= sliceRows; await otherCalls()) {
            const slice = sql`select ${row} from ${from} limit ${sql.lit(sliceRows)}`;
            const deleted = await sql`delete from ${sql.table(table)} where ${row} in (${slice})`.execute(db);
            count = Number(deleted.numAffectedRows);
          }
        }
    },
  };
}

/** Account and profile last, since deleting them deletes all other rows at once. */
const deletionOrder = memberTables.toSorted(([a], [b]) => Number(isIdentity(a)) - Number(isIdentity(b)));

function isIdentity(table: string): boolean {
  return table === 'accounts' || table === 'profiles';
}
