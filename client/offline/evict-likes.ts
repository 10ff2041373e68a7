// Removes the oldest cached likes if there are many, because each change of a list on the device reads the names of all lists.
import { likedPicsKey } from './cached-pic-likes.ts';
import { likeName } from './cached-values.ts';
import type { ValueRow } from './database-schema.ts';
import { memberDatabase } from './database.ts';
import { sealName, unsealName } from './seal.ts';

/** The number of lists above which likes are removed, and the number that is left then. The device stores only 300 profiles. */
const lists = { most: 1_000, left: 700 };

/** Call it after a like was cached. */
export async function evictLikes(own: string): Promise<void> {
  const owner = await sealName(own);
  const range = IDBKeyRange.bound([owner], [owner, []]);
  const count = await memberDatabase.run(['lists'], 0, (transaction) => transaction.objectStore('lists').count(range));
  if (count <= lists.most) return;
  const rows = await memberDatabase.run<ValueRow[]>(['lists'], [], (transaction) =>
    transaction.objectStore('lists').getAll(range),
  );
  const named = await Promise.all(rows.map(async ({ id, savedMs }) => ({ id, savedMs, name: await unsealName(id) })));
  const starts = [likeName(''), JSON.stringify(likedPicsKey(own, '')).slice(0, -'""]'.length)];
  const likes = named.filter(({ name }) => starts.some((start) => name.startsWith(start)));
  const oldest = likes.toSorted((a, b) => a.savedMs - b.savedMs).slice(0, count - lists.left);
  await memberDatabase.write(own, ['lists'], async () => (transaction) => {
    const store = transaction.objectStore('lists');
    return Promise.all(oldest.map(({ id }) => store.delete([owner, id])));
  });
}
