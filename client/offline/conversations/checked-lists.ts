// Tracks which cached lists are up to date in all their pages. A list that was fetched before the socket opened may contain members
// who have since left, or have blocked this member, and a new first page does not show that of those further down.
import type { QueryKey } from '@tanstack/react-query';
import { isLive } from '#client/net/live-store.ts';

let openedSockets = 0;
/** For each query, the number of sockets that had been opened when the last complete fetch of its list started. */
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
