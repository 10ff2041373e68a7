// Large deletions in small transactions, so that other calls are served in between.
import type { DeleteResult, UpdateResult } from 'kysely';
import type { Db, Tx } from './open.ts';

/** Rows per transaction: a few milliseconds of work. */
export const sliceRows = 500;

/**
 * Repeats `change` in transactions of its own until it changes fewer than `sliceRows` rows. It returns how many it has changed, the
 * most of any table.
 */
export async function inSlices(db: Pick<Db, 'write'>, change: (tx: Tx) => Promise<number>): Promise<void> {
  for (let count = sliceRows; count >= sliceRows;) count = await db.write(change);
}

export const changedRows = (result: DeleteResult | UpdateResult): number =>
  Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);
