// An observable value that React components and other modules share.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Calls back after each change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The value that prerendered pages show. */
  readonly prerendered: T;
}

export function createStore<T>(first: T, prerendered: T = first): Store<T> {
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
    prerendered,
  };
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, () => store.prerendered);
