// A walk through members in the order of their random numbers, from a random start, once round and in batches.

export interface Drawn {
  /** The member's random number in [0, 1). */
  readonly draw: number;
}

/** A game that finds nothing among so many batches has nothing to show for now. */
const batchesMost = 10;
export const batchSize = 50;

/**
 * Visits members in the order of their random numbers, from `start` round to it again, until `take` returns true.
 * `next` returns the first `batchSize` of those above the first number and not above the second.
 */
export async function visitInRandomOrder<Row extends Drawn>(
  start: number,
  next: (above: number, upTo: number) => Promise<Row[]>,
  take: (rows: readonly Row[]) => Promise<boolean>,
): Promise<void> {
  let batches = 0;
  for (const [first, last] of [
    [start, 1],
    [-1, start],
  ] as const) {
    let above = first;
    for (let isMore = true; isMore;) {
      const rows = await next(above, last);
      if ((await take(rows)) || ++batches === batchesMost) return;
      isMore = rows.length === batchSize;
      above = rows.at(-1)?.draw ?? last;
    }
  }
}
