// The member's choice to hide on the map: changed on home, on the map and in the settings, and the same on all of their devices.
import { createStore, type Store } from './store.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';

let isFollowing = false;

export const locationHidden = storedSwitch('locationHidden');

/** Set from a change on this device until it is sent to the account. */
export const hidingUnsent = storedSwitch('hidingUnsent');

locationHidden.subscribe(() => {
  if (!isFollowing) hidingUnsent.set(true);
});

/** Takes over what was chosen elsewhere. */
export function followHiding(isHidden: boolean): void {
  follow(locationHidden, isHidden);
}

function follow(store: Store<boolean>, isOn: boolean): void {
  isFollowing = true;
  store.set(isOn);
  isFollowing = false;
}

function storedSwitch(key: string): Store<boolean> {
  const isKept = (): boolean => readLocal(key) === true;
  const store = createStore(isKept(), false);
  store.subscribe(() => {
    if (store.get() !== isKept()) writeLocal(key, store.get() ? true : null);
  });
  if (typeof document !== 'undefined')
    addEventListener('storage', (event) => {
      // A logout in another tab takes the key away too: that does not switch hiding off.
      if (event.key === key && readLocal(localKeys.sessionRecord) !== null) follow(store, isKept());
    });
  return store;
}
