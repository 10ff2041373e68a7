// Drawing members who agreed to be shown: beginning somewhere at random and going round once, some at a time.

export interface Drawn {
  /** The member's random number in [0, 1). */
  readonly draw: number;
}

/** Members that are looked at for one round; a game that finds nothing among so many has nothing to show for now. */
const batchesMost = 10;
export const drawnAtOnce = 50;

/**
 * Walks members in the order of their random numbers, from `start` round to it again, until `take` says that it has enough.
 * `next` gives the first `drawnAtOnce` ones above the one number and not above the other.
 */
export async function goRound<Row extends Drawn>(
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
      isMore = rows.length === drawnAtOnce;
      above = rows.at(-1)?.draw ?? last;
    }
  }
}
