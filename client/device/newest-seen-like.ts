// The time of the newest like that the member has seen, stored on this device.
import { createStore } from './store.ts';
import { onVaultOpen, readLocal, writeLocal } from './storage.ts';

const key = 'likesSeen';

/** In ms by the server's clock; null until the list of likes was first loaded. */
export const newestSeenLikeMs = createStore<number | null>(storedTime(), null);
onVaultOpen(() => newestSeenLikeMs.set(storedTime()));
newestSeenLikeMs.subscribe(() => writeLocal(key, newestSeenLikeMs.get()));

function storedTime(): number | null {
  const stored = readLocal(key);
  return typeof stored === 'number' ? stored : null;
}
