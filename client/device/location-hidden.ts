// Whether the member hides on the map: switched on home and on the map, told to the server by the location reporter.
import { createStore } from '#client/ui/store.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';

const key = 'locationHidden';
const isKept = (): boolean => readLocal(key) === true;

export const locationHidden = createStore(isKept(), false);

locationHidden.subscribe(() => {
  if (locationHidden.get() !== isKept()) writeLocal(key, locationHidden.get() ? true : null);
});

if (typeof document !== 'undefined')
  addEventListener('storage', (event) => {
    // A logout in another tab takes the key away too: that is nobody's wish to be seen.
    if (event.key === key && readLocal(localKeys.sessionRecord) !== null) locationHidden.set(isKept());
  });
