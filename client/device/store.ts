// A value that is stored outside of React and that screens can watch.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Calls back after each change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The value that prerendered pages were painted with. */
  readonly painted: T;
}

/** `painted` is what prerendering shows, where it differs from the first value of this device. */
export function createStore<T>(first: T, painted: T = first): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    painted,
  };
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, () => store.painted);
