// The time of the newest like that the member has seen on this device.
import { createStore } from './store.ts';
import { onVaultOpen, readLocal, writeLocal } from './storage.ts';

const key = 'likesSeen';

/** In ms by the server's clock; null until the list is first loaded. */
export const likesSeen = createStore<number | null>(storedTime(), null);
onVaultOpen(() => likesSeen.set(storedTime()));
likesSeen.subscribe(() => writeLocal(key, likesSeen.get()));

function storedTime(): number | null {
  const stored = readLocal(key);
  return typeof stored === 'number' ? stored : null;
}
