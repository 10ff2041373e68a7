// The time of the newest like that the member has seen, stored on this device.
import { whenStorageOpened } from './storage-opening.ts';
import { createStore } from './store.ts';
import { localKeys, onVaultOpen, readLocal, writeLocal } from './storage.ts';

/** In ms by the server's clock; null until the list of likes was first loaded, and until the storage is open. */
export const newestSeenLikeMs = createStore<number | null>(storedTime(), null);
onVaultOpen(() => newestSeenLikeMs.set(storedTime()));
// The member may see the likes in another tab.
if (typeof document !== 'undefined')
  addEventListener('storage', ({ key }) => key === localKeys.likesSeen && newestSeenLikeMs.set(storedTime()));
newestSeenLikeMs.subscribe(() => writeLocal(localKeys.likesSeen, newestSeenLikeMs.get()));

/** The likes in the first list that a device loads do not count as new. */
export async function startSeenLikes(newestMs: number): Promise<void> {
  // Until the storage is open, it is unknown whether an earlier page of this device has loaded the list.
  await whenStorageOpened();
  if (newestSeenLikeMs.get() === null) newestSeenLikeMs.set(newestMs);
}

function storedTime(): number | null {
  const stored = readLocal(localKeys.likesSeen);
  return typeof stored === 'number' ? stored : null;
}
