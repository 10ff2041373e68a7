// Where pictures stand in a list.

export const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** The list with `id` at place `index` of the new order; unknown ids and places out of range change nothing. */
export function moved(ids: readonly string[], id: string, index: number): string[] {
  if (!ids.includes(id) || index < 0 || index >= ids.length) return [...ids];
  return without(ids, id).toSpliced(index, 0, id);
}
