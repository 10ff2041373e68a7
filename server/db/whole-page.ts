// Pages by time: adds the other rows of the last one's millisecond to a full page, because the next page begins before that time.

export async function wholePage<Row>(
  size: number,
  msOf: (row: Row) => number,
  firstRows: () => Promise<Row[]>,
  rowsAt: (ms: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await firstRows();
  const last = rows.at(-1);
  if (rows.length < size || last === undefined) return rows;
  const lastMs = msOf(last);
  return [...rows.filter((row) => msOf(row) !== lastMs), ...(await rowsAt(lastMs))];
}
