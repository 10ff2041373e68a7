// Computes the order of pictures in a list after one of them is moved.

export const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** Moves `id` to `index`; an unknown id or an index out of range changes nothing. */
export function reordered(ids: readonly string[], id: string, index: number): string[] {
  if (!ids.includes(id) || index < 0 || index >= ids.length) return [...ids];
  return without(ids, id).toSpliced(index, 0, id);
}

/** The box of a picture on the screen, in pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** The index of the box that the point is in or nearest to. */
export function nearestBox(boxes: readonly Box[], x: number, y: number): number {
  const distances = boxes.map(({ left, top, width, height }) =>
    Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height)),
  );
  return distances.indexOf(Math.min(...distances));
}
