// Tracks which cached lists are completely up to date. A list that was fetched before the socket opened may still contain members
// who have since left or blocked this one, even after its first page.
import type { QueryKey } from '@tanstack/react-query';
import { isLive } from '#client/net/live-store.ts';

let openedSockets = 0;
/** For each query, the number of sockets that had been opened when its list was fetched. */
const checkedAt = new Map<string, number>();

/** Call it when a socket has opened. The socket does not report removals from before. */
export function uncheckLists(): void {
  openedSockets++;
}

/** Call it when a fetch starts. Call the returned function when the whole list was fetched. */
export function startCheck(key: QueryKey): () => void {
  const started = openedSockets;
  return () => void checkedAt.set(JSON.stringify(key), started);
}

/** True if the socket has reported every removal since the list was fetched. */
export const isChecked = (key: QueryKey): boolean => isLive.get() && checkedAt.get(JSON.stringify(key)) === openedSockets;
