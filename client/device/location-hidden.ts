// The member's choice to hide on the map, synchronised between their devices.
import { createStore, type Store } from './store.ts';
import { localKeys, onVaultOpen, readLocal, writeLocal } from './storage.ts';

let isApplying = false;

export const locationHidden = storedSwitch(localKeys.locationHidden);

/** True from a change on this device until it waits in the outbox, or the server has it. */
export const hidingUnstored = storedSwitch(localKeys.hidingUnstored);

locationHidden.subscribe(() => {
  if (!isApplying) hidingUnstored.set(true);
});

/** Applies a choice made on another device. It does not replace a newer choice on this one. */
export function applyHiding(isHidden: boolean): void {
  if (!hidingUnstored.get()) apply(locationHidden, isHidden);
}

function apply(store: Store<boolean>, isOn: boolean): void {
  isApplying = true;
  store.set(isOn);
  isApplying = false;
}

function storedSwitch(key: string): Store<boolean> {
  const isStored = (): boolean => readLocal(key) === true;
  const store = createStore(isStored(), false);
  onVaultOpen(() => apply(store, isStored()));
  store.subscribe(() => {
    if (store.get() !== isStored()) writeLocal(key, store.get() ? true : null);
  });
  if (typeof document !== 'undefined')
    addEventListener('storage', (event) => {
      // A logout in another tab also removes the key. It must not show the member on the map again.
      if (event.key === key && readLocal(localKeys.sessionRecord) !== null) apply(store, isStored());
    });
  return store;
}
