// Finds and deletes a member's rows in all tables with the member data map.
import { setImmediate as otherCalls } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { memberTables } from './member-data.ts';
import type { AnyRow, ArchivedRows, MemberIds } from './member-table.ts';

/** The rows of a table whose column has this value. */
export interface MemberRows {
  readonly table: string;
  readonly column: string;
  readonly value: string;
}

/** Small enough for messages, whose rows have the most indexes: a few milliseconds of work. */
export const deletedAtOnce = 100;

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

    /** A page of the member's rows in a table: at most `size` rows, starting after the row `last`. */
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

    /** The member's pictures. For a picture of a conversation, `chat_with` is the other member. */
    pictures: (profileId: string): Promise<{ id: string; chat_with: string | null }[]> =>
      db.selectFrom('pictures').select(['id', 'chat_with']).where('profile_id', '=', profileId).execute(),

    /** Pictures that are deleted with the member: their own, and those sent to them. */
    async pictureIds(profileId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('pictures')
        .select('id')
        .where((picture) => picture.or([picture('profile_id', '=', profileId), picture('chat_with', '=', profileId)]))
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Begins a deletion that takes several transactions. It ends the member's sessions, and hides the member from all others. */
    async markDeletion({ accountId, profileId }: MemberIds): Promise<void> {
      const row = { account_id: accountId, profile_id: profileId };
      await db
        .insertInto('deletions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db.deleteFrom('sessions').where('account_id', '=', accountId).execute();
    },

    async unfinishedDeletions(): Promise<string[]> {
      return (await db.selectFrom('deletions').select('account_id').execute()).map(({ account_id }) => account_id);
    },

    /** Tables and columns with more of the member's rows than one transaction should delete. */
    async longTables(member: MemberIds): Promise<MemberRows[]> {
      const long: MemberRows[] = [];
      for (const rows of rowsOf(member)) {
        if (isIdentity(rows.table)) continue;
        const { rows: found } = await sql`select 1 from ${from(rows)} limit 1 offset ${sql.lit(deletedAtOnce)}`.execute(db);
        if (found.length > 0) long.push(rows);
        await otherCalls();
      }
      return long;
    },

    /** Deletes at most one slice; returns the number of deleted rows. */
    async removeSlice(rows: MemberRows, engine: Db['engine']): Promise<number> {
      const row = sql.ref(engine === 'sqlite' ? 'rowid' : 'ctid');
      const slice = sql`select ${row} from ${from(rows)} limit ${sql.lit(deletedAtOnce)}`;
      const deleted = await sql`delete from ${sql.table(rows.table)} where ${row} in (${slice})`.execute(db);
      return Number(deleted.numAffectedRows);
    },

    /** Deletes all remaining rows. */
    async removeAll(member: MemberIds): Promise<void> {
      for (const rows of rowsOf(member)) await sql`delete from ${from(rows)}`.execute(db);
    },
  };
}

/** Account and profile come last, because deleting them deletes all rows that refer to them. */
const deletionOrder = memberTables.toSorted(([a], [b]) => Number(isIdentity(a)) - Number(isIdentity(b)));

function rowsOf(member: MemberIds): MemberRows[] {
  return deletionOrder.flatMap(([table, { deletedBy }]) =>
    Object.entries(deletedBy).flatMap(([column, name]) => {
      const value = name && member[name];
      return value ? [{ table, column, value }] : [];
    }),
  );
}

const from = ({ table, column, value }: MemberRows) => sql`${sql.table(table)} where ${sql.ref(column)} = ${value}`;

function isIdentity(table: string): boolean {
  return table === 'accounts' || table === 'profiles';
}
