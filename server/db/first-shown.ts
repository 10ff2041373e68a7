// Reads the first rows of a list that are shown to somebody, without naming the hidden ones to the database.

/** Most lists hide nothing, so the first read is rarely followed by another one. */
const growth = 4;

/** `readFirst` reads the first rows of the list, at most `limit`. Many hidden rows cost a few longer reads. */
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
