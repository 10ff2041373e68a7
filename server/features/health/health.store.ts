// Rows of health reports: marks for the limits, and notices with their due times. None leads to the reporter.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Reads and writes on one handle: the database's, or a transaction's. */
export const createHealthStore = (db: Kysely<Schema>) => ({
  async removeEnded(nowMs: number): Promise<void> {
    await db.deleteFrom('health_marks').where('ends_day', '<=', nowMs).execute();
  },

  async isMarked(hash: string, nowMs: number): Promise<boolean> {
    const row = await db
      .selectFrom('health_marks')
      .select('hash')
      .where('hash', '=', hash)
      .where('ends_day', '>', nowMs)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** False when the mark exists. */
  async mark(row: Schema['health_marks']): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('health_marks')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows) > 0;
  },

  async addNotice(row: Schema['health_notices']): Promise<void> {
    await db.insertInto('health_notices').values(row).execute();
  },

  async due(nowMs: number, most: number): Promise<Schema['health_notices'][]> {
    return db.selectFrom('health_notices').selectAll().where('due_ms', '<=', nowMs).orderBy('due_ms').limit(most).execute();
  },

  /** False when another process took it. */
  async takeNotice(id: string): Promise<boolean> {
    const { numDeletedRows } = await db.deleteFrom('health_notices').where('id', '=', id).executeTakeFirst();
    return Number(numDeletedRows) > 0;
  },
});
