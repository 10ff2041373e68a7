// Stores health reports without the reporter: marks (hashes that enforce the limits), and notices with the time to send them.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, hasChanged, hasRow } from '#server/db/row-counts.ts';
import { inRandomOrder } from '#server/db/row-orders.ts';
import { sliceRows } from '#server/db/slices.ts';

export const createHealthStore = (db: Kysely<Schema>) => ({
  /** Removes at most one slice of expired marks and returns its size. */
  async removeEnded(nowMs: number): Promise<number> {
    const ended = db.selectFrom('health_marks').select('hash').where('ends_day', '<=', nowMs).limit(sliceRows);
    return countChanged(db.deleteFrom('health_marks').where('hash', 'in', ended));
  },

  async isMarked(hash: string, nowMs: number): Promise<boolean> {
    return hasRow(db.selectFrom('health_marks').select('hash').where('hash', '=', hash).where('ends_day', '>', nowMs));
  },

  /** False if the mark exists and has not expired. */
  async mark(row: Schema['health_marks'], nowMs: number): Promise<boolean> {
    return hasChanged(
      db
        .insertInto('health_marks')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('hash').doUpdateSet({ ends_day: row.ends_day }).where('health_marks.ends_day', '<=', nowMs),
        ),
    );
  },

  async addNotice(row: Schema['health_notices']): Promise<void> {
    await db.insertInto('health_notices').values(row).execute();
  },

  async due(nowMs: number, limit: number): Promise<Schema['health_notices'][]> {
    return db.selectFrom('health_notices').selectAll().where('due_ms', '<=', nowMs).orderBy(inRandomOrder).limit(limit).execute();
  },

  /** False if another process has claimed the notice. */
  async claimNotice(id: string): Promise<boolean> {
    return hasChanged(db.deleteFrom('health_notices').where('id', '=', id));
  },
});
