// The time of the newest like that the member has seen, stored on this device.
import { createStore } from './store.ts';
import { localKeys, onVaultOpen, readLocal, writeLocal } from './storage.ts';

/** In ms by the server's clock; null until the list of likes was first loaded. */
export const newestSeenLikeMs = createStore<number | null>(storedTime(), null);
onVaultOpen(() => newestSeenLikeMs.set(storedTime()));
newestSeenLikeMs.subscribe(() => writeLocal(localKeys.likesSeen, newestSeenLikeMs.get()));

function storedTime(): number | null {
  const stored = readLocal(localKeys.likesSeen);
  return typeof stored === 'number' ? stored : null;
}
