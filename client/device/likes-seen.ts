// The time of the newest like that the member has seen on this device.
import { createStore } from './store.ts';
import { readLocal, writeLocal } from './storage.ts';

const key = 'likesSeen';
const stored = readLocal(key);

/** In ms by the server's clock; null until the list is first loaded. */
export const likesSeen = createStore<number | null>(typeof stored === 'number' ? stored : null, null);
likesSeen.subscribe(() => writeLocal(key, likesSeen.get()));
