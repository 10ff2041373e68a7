// Which cached lists are known to be current as a whole. A list that was fetched before the socket opened may still contain members
// who have left or blocked this one since, also below its first page.
import type { QueryKey } from '@tanstack/react-query';
import { isLive } from '#client/net/live-store.ts';

let hellos = 0;
/** By query: how many sockets had been opened when its list was fetched. */
const checkedAt = new Map<string, number>();

/** Call when a socket has opened: what was removed before is not told. */
export function uncheckLists(): void {
  hellos++;
}

/** Call when a fetch starts. Returns a function to call once all of the list has been fetched. */
export function startCheck(key: QueryKey): () => void {
  const started = hellos;
  return () => void checkedAt.set(JSON.stringify(key), started);
}

/** True if every removal since the list was fetched has arrived by the socket. */
export const isChecked = (key: QueryKey): boolean => isLive.get() && checkedAt.get(JSON.stringify(key)) === hellos;
