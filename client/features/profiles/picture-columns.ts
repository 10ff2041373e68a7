// The number of columns for the pictures of a profile.

/** Up to three in one row, four as two by two, more in two rows: at most what the width has room for. */
export function pictureColumns(count: number, most: number): number {
  const wished = count === 4 ? 2 : count < 4 ? Math.max(1, count) : Math.floor(count / 2) + 1;
  return Math.min(wished, most);
}
