// Lets a screen listen to the live events of one type while it is open.
import type { LiveEvent } from '#shared/contract/live.ts';

export type LiveEventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;
type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Calls back with each event of the type, in every tab. Returns a function that unsubscribes. */
export function onLive<T extends LiveEvent['type']>(type: T, callback: (event: LiveEventOf<T>) => void): () => void {
  const listener: Listener = (event) => {
    if (isOf(type, event)) callback(event);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyListeners(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

const isOf = <T extends LiveEvent['type']>(type: T, event: LiveEvent): event is LiveEventOf<T> => event.type === type;
