// Queries of the dashboard: accounts by roles and by day, and lengths of queues.
import { sql, type Kysely } from 'kysely';
import type { AccountRole } from '#shared/rules/roles.ts';
import type { Schema } from '#server/db/schema.ts';
import { countRows } from '#server/db/row-counts.ts';

export function createDashboardStore(db: Kysely<Schema>) {
  return {
    /** The number of accounts by set of roles. */
    async accountsByRoles(includesTest: boolean): Promise<{ readonly roles: readonly AccountRole[]; readonly count: number }[]> {
      const rows = await db
        .selectFrom('accounts')
        .select((of) => ['roles', of.fn.countAll<number | string>().as('count')])
        .$if(!includesTest, (query) => query.where('is_test', '=', 0))
        .groupBy('roles')
        .execute();
      return rows.map(({ roles, count }) => ({ roles: JSON.parse(roles) as AccountRole[], count: Number(count) }));
    },

    async accountsCreatedBetween(fromMs: number, untilMs: number): Promise<number> {
      return countRows(
        db.selectFrom('accounts').where('is_test', '=', 0).where('created_ms', '>=', fromMs).where('created_ms', '<', untilMs),
      );
    },

    async pushesWaiting(): Promise<number> {
      return countRows(db.selectFrom('push_queue'));
    },

    async mailsWaiting(): Promise<number> {
      return countRows(db.selectFrom('mail_queue').where('state', '=', 'waiting'));
    },

    /** The shortest query, with which the caller measures the database's response time. */
    async ping(): Promise<void> {
      await sql`select 1`.execute(db);
    },
  };
}
