// Rebases a change of an older state onto the current state, field by field.
import type { Fields } from '#client/offline/database-schema.ts';

export interface Merged {
  /** The part of the change that still has to be sent. */
  readonly body: Fields;
  readonly base: Fields;
  /** The fields that were changed elsewhere to another value. The member has to choose. */
  readonly conflicts: readonly string[];
}

/**
 * `base` contains the changed fields of `body` with their values from before the change. A field that only `body` changed stays in the
 * change. A field that both changed to the same value is done. Lists get the additions and removals of both, in the order of `body`
 * unless `current` has another order than `base`.
 */
export function mergedOnto(current: object, base: Fields, body: Fields): Merged {
  const changes: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [name, was] of Object.entries(base)) {
    const [mine, theirs]: unknown[] = [body[name], Reflect.get(current, name)];
    if (isSame(mine, theirs)) continue;
    if (isSame(was, theirs)) changes[name] = mine;
    else if (Array.isArray(was) && Array.isArray(mine) && Array.isArray(theirs)) {
      const both = mergedList(was, mine, theirs);
      if (!isSame(both, theirs)) changes[name] = both;
    } else conflicts.push(name);
  }
  return { body: changes, base: partOf(current, Object.keys(changes)), conflicts };
}

/** The given fields of an object. Fields that it does not have are null. */
export const partOf = (whole: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(whole, name) ?? null]));

/** True if two JSON values are equal. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function mergedList(was: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const added = mine.filter((one) => !was.includes(one) && !theirs.includes(one));
  const kept = theirs.filter((one) => mine.includes(one) || !was.includes(one));
  const isReordered = !isSame(
    was.filter((one) => theirs.includes(one)),
    theirs.filter((one) => was.includes(one)),
  );
  if (isReordered) return [...kept, ...added];
  // Items that only `theirs` has keep their positions. The other positions get the remaining items in the order of `mine`.
  const inOrder = mine.filter((one) => kept.includes(one));
  return [...kept.map((one) => (mine.includes(one) ? inOrder.shift() : one)), ...added];
}
