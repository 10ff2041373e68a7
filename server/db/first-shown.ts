// Reads the first rows of a list that are shown to a viewer, if the query itself cannot leave out the hidden ones.

/** The factor by which each further read is longer. Most lists hide nothing, so a second read is rarely needed. */
const growth = 4;

/** `readFirst` reads at most `limit` rows from the start of the list. If many rows are hidden, it is called a few times. */
export async function firstShown<Row>(
  size: number,
  readFirst: (limit: number) => Promise<Row[]>,
  isShown: (row: Row) => boolean,
): Promise<Row[]> {
  for (let limit = size; ; limit *= growth) {
    const rows = await readFirst(limit);
    const shown = rows.filter(isShown);
    if (shown.length >= size || rows.length < limit) return shown.slice(0, size);
  }
}
