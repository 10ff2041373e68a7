// Changes items of the lists that this device stores, whichever of them have the items.
import { fieldOf } from '#shared/rules/unknown-fields.ts';
import { notesKey } from './cached-notes.ts';
import { memberDatabase } from './database.ts';
import type { ValueRow } from './database-schema.ts';
import { seal, sealName, unseal, unsealName } from './seal.ts';

/**
 * Changes the lists whose names start with `start`. Their times stay, because they were not received again. A list is left as it is if
 * `change` returns the same one.
 */
export async function changeLists<L>(
  profile: string,
  start: string,
  change: (list: L, name: string) => L | Promise<L>,
): Promise<void> {
  const owner = await sealName(profile);
  const rows = await memberDatabase.run<ValueRow<unknown>[]>(['lists'], [], (transaction) =>
    transaction.objectStore('lists').getAll(IDBKeyRange.bound([owner], [owner, []])),
  );
  for (const row of rows) {
    const name = await unsealName(row.id);
    // The cast is safe, because the caller knows what the lists of these names contain.
    if (name.startsWith(start)) await changeRow(profile, row, (list) => change(list as L, name));
  }
}

async function changeRow(profile: string, row: ValueRow, change: (list: unknown) => unknown): Promise<void> {
  const list = await unseal(row.value);
  const changed = await change(list);
  if (changed === list) return;
  let changedElsewhere: ValueRow | undefined;
  await memberDatabase.write(profile, ['lists'], async (owner) => {
    const value = await seal(changed);
    return async (transaction) => {
      const lists = transaction.objectStore('lists');
      const now = await lists.get([owner, row.id]);
      // A list that was received meanwhile is newer.
      if (now?.savedMs !== row.savedMs) return;
      if (isSameRow(now, row)) await lists.put({ ...row, value });
      else changedElsewhere = now;
    };
  });
  // A tab that handles several events at once must not undo one change with another.
  if (changedElsewhere) await changeRow(profile, changedElsewhere, change);
}

/** Each encrypted value has its own initialisation vector. */
const isSameRow = (one: ValueRow, other: ValueRow): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Removes items from the lists whose names start with `start`. */
export const removeFromLists = <T>(profile: string, start: string, isGone: (item: T) => boolean): Promise<void> =>
  changeLists<readonly T[]>(profile, start, (items) => (items.some(isGone) ? items.filter((item) => !isGone(item)) : items));

/** Removes a member from all lists but the one of notes, which the member keeps. */
export const unlistMember = (own: string, id: string): Promise<void> =>
  changeLists<unknown>(own, '', (list, name) => (name === JSON.stringify(notesKey(own)) ? list : withoutMember(list, id)));

/** Removes the items about a member from all lists in a JSON value or, as the app stores its queries, in the text of one. */
export function withoutMember<T>(value: T, id: string): T {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (!text.includes(id)) return value;
  const isOther = (item: unknown): boolean => fieldOf(fieldOf(item, 'profile') ?? item, 'profileId') !== id;
  const remaining = JSON.parse(text, (_name, part) => (Array.isArray(part) ? part.filter(isOther) : part));
  return (typeof value === 'string' ? JSON.stringify(remaining) : remaining) as T;
}
