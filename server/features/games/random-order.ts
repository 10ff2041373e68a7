// Visits members in batches, in the order of their random numbers from a random start.

export interface RandomlyOrdered {
  /** The member's random number in [0, 1). */
  readonly draw: number;
}

/** At most this many batches are visited: 500 members. */
const maxBatches = 10;
export const batchSize = 50;

/**
 * Visits members from `start`, wrapping around, until `visit` returns true or `maxBatches` were visited. `next` returns the first
 * `batchSize` members with numbers above `above` and up to `upTo`.
 */
export async function visitInRandomOrder<Row extends RandomlyOrdered>(
  start: number,
  next: (above: number, upTo: number) => Promise<Row[]>,
  visit: (rows: readonly Row[]) => Promise<boolean>,
): Promise<void> {
  let batches = 0;
  for (const [first, last] of [
    [start, 1],
    [-1, start],
  ] as const) {
    let above = first;
    for (let isMore = true; isMore;) {
      const rows = await next(above, last);
      if ((await visit(rows)) || ++batches === maxBatches) return;
      isMore = rows.length === batchSize;
      above = rows.at(-1)?.draw ?? last;
    }
  }
}
