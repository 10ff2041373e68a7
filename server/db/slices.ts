// Runs large deletions in small transactions, so that other calls are served in between.
import type { Db, Tx } from './open.ts';

/** How many rows a transaction changes: a few milliseconds of work. */
export const sliceRows = 500;

/**
 * Runs `change` in transactions of its own until it changes fewer than `sliceRows` rows. `change` returns the largest number of rows
 * that it changed in a table.
 */
export async function inSlices(db: Pick<Db, 'write'>, change: (tx: Tx) => Promise<number>): Promise<void> {
  for (let count = sliceRows; count >= sliceRows;) count = await db.write(change);
}
