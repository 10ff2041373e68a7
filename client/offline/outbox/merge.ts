// Rebases a change made on an older state onto the current one, field by field.
import type { Fields } from '#client/offline/database-schema.ts';

export interface Merged {
  /** The part of the change still to be sent, and its base. */
  readonly body: Fields;
  readonly base: Fields;
  /** Fields that were changed elsewhere to another value: the member has to choose. */
  readonly conflicts: readonly string[];
}

/**
 * `base` names the changed fields of `body` and holds what they were before. A field that only this side changed stays changed,
 * one changed alike on both sides is done. The additions and removals of both sides apply to lists, in the order of this
 * side unless the other has changed it.
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

/** The named fields of an object; one that it does not have is null. */
export const partOf = (whole: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(whole, name) ?? null]));

/** Whether two values that JSON can hold are alike. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function mergedList(was: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const added = mine.filter((one) => !was.includes(one) && !theirs.includes(one));
  const kept = theirs.filter((one) => mine.includes(one) || !was.includes(one));
  const isReordered = !isSame(
    was.filter((one) => theirs.includes(one)),
    theirs.filter((one) => was.includes(one)),
  );
  if (isReordered) return [...kept, ...added];
  // Items added by the other side keep their places; the others fill the rest in this side's order.
  const inOrder = mine.filter((one) => kept.includes(one));
  return [...kept.map((one) => (mine.includes(one) ? inOrder.shift() : one)), ...added];
}
