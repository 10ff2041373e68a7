// The time of the newest like that the member has seen in their list of likes on this device.
import { createStore } from './store.ts';
import { readLocal, writeLocal } from './storage.ts';

const key = 'likesSeen';
const kept = readLocal(key);

/** The time of the newest one, in ms by the server's clock; null before the list was ever asked for. */
export const likesSeen = createStore<number | null>(typeof kept === 'number' ? kept : null, null);
likesSeen.subscribe(() => writeLocal(key, likesSeen.get()));
