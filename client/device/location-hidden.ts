// Whether the member hides on the map: switched on home, on the map and in the settings, told to the server with every report.
import { createStore, type Store } from '#client/ui/store.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';

export const locationHidden = keptSwitch('locationHidden');

/** Set while the account has not been told of a change that was made on this device. */
export const hidingUntold = keptSwitch('hidingUntold');

function keptSwitch(key: string): Store<boolean> {
  const isKept = (): boolean => readLocal(key) === true;
  const store = createStore(isKept(), false);
  store.subscribe(() => {
    if (store.get() !== isKept()) writeLocal(key, store.get() ? true : null);
  });
  if (typeof document !== 'undefined')
    addEventListener('storage', (event) => {
      // A logout in another tab takes the key away too: that is nobody's wish to be seen.
      if (event.key === key && readLocal(localKeys.sessionRecord) !== null) store.set(isKept());
    });
  return store;
}
