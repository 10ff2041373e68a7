// Whether the member hides on the map: switched on home and on the map, told to the server by the location reporter.
import { createStore } from '#client/ui/store.ts';
import { readLocal, writeLocal } from './storage.ts';

const key = 'locationHidden';

export const locationHidden = createStore(readLocal(key) === true, false);

locationHidden.subscribe(() => writeLocal(key, locationHidden.get() ? true : null));
