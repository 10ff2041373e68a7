// The order of pictures in a list.

export const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** The list with `id` at place `index` of the new order; unknown ids and places out of range change nothing. */
export function moved(ids: readonly string[], id: string, index: number): string[] {
  if (!ids.includes(id) || index < 0 || index >= ids.length) return [...ids];
  return without(ids, id).toSpliced(index, 0, id);
}

/** The rectangle of a grid cell on the screen, in pixels. */
export type Cell = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** The index of the cell whose middle is nearest to a point. */
export function placeAt(cells: readonly Cell[], x: number, y: number): number {
  const distances = cells.map(({ left, top, width, height }) => Math.hypot(left + width / 2 - x, top + height / 2 - y));
  return distances.indexOf(Math.min(...distances));
}
