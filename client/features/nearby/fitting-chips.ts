// Chooses how many chips fit into one line, with a last one that says how many are left.

/** At least one chip is shown. `moreOf` returns the width of the last chip for a number of chips that are left. */
export function fittingChips(
  widths: readonly number[],
  roomPx: number,
  gapPx: number,
  moreOf: (count: number) => number,
): number {
  let end = 0;
  let fitting = 0;
  for (const [index, width] of widths.entries()) {
    end += width + (index > 0 ? gapPx : 0);
    const remaining = widths.length - index - 1;
    if (end + (remaining > 0 ? gapPx + moreOf(remaining) : 0) <= roomPx) fitting = index + 1;
  }
  return Math.max(Math.min(1, widths.length), fitting);
}
