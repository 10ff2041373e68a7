// Changes items of the lists that this device stores, whichever of them have the items.
import { memberDatabase } from './database.ts';
import type { ValueRow } from './database-schema.ts';
import { seal, sealName, unseal, unsealName } from './seal.ts';

/**
 * Changes the lists whose names start with `start`. Their times stay, because they were not received again. A list is left as it is if
 * `change` returns the same one.
 */
export async function changeLists<T>(
  profile: string,
  start: string,
  change: (items: readonly T[]) => readonly T[] | Promise<readonly T[]>,
): Promise<void> {
  const owner = await sealName(profile);
  const rows = await memberDatabase.run<ValueRow<unknown>[]>(['lists'], [], (transaction) =>
    transaction.objectStore('lists').getAll(IDBKeyRange.bound([owner], [owner, []])),
  );
  for (const row of rows) {
    if (!(await unsealName(row.id)).startsWith(start)) continue;
    // The cast is safe, because the caller knows what the lists of these names contain.
    const items = (await unseal(row.value)) as readonly T[];
    const changed = await change(items);
    if (changed === items) continue;
    await memberDatabase.write(profile, ['lists'], async () => {
      const value = await seal<unknown>(changed);
      return async (transaction) => {
        const lists = transaction.objectStore('lists');
        // A list that was received meanwhile is newer.
        if ((await lists.get([owner, row.id]))?.savedMs === row.savedMs) await lists.put({ ...row, value });
      };
    });
  }
}

/** Removes items from the lists whose names start with `start`. */
export const removeFromLists = <T>(profile: string, start: string, isGone: (item: T) => boolean): Promise<void> =>
  changeLists<T>(profile, start, (items) => (items.some(isGone) ? items.filter((item) => !isGone(item)) : items));
