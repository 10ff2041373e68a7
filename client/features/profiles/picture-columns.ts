// Computes the number of columns for a profile's pictures.

/** Up to three pictures are in one row, four are two by two, and more are in two rows. */
export function pictureColumns(count: number, maxColumns: number): number {
  const columns = count === 4 ? 2 : count < 4 ? Math.max(1, count) : Math.floor(count / 2) + 1;
  return Math.min(columns, maxColumns);
}
