// The sectors that the open screens of this tab show, sent to the server as one list.
import { limits } from '#shared/rules/limits.ts';
import { isLive, sendLive } from './live-now.ts';

const watching = new Set<readonly string[]>();
let isToBeSaid = false;

/** The server sends the events of these sectors until the returned function is called, whatever other screens watch. */
export function watchSectors(sectors: readonly string[]): () => void {
  // Two screens may show the same.
  const own = [...sectors];
  watching.add(own);
  saySoon();
  return () => {
    watching.delete(own);
    saySoon();
  };
}

/** A change from one screen to another is sent once. */
function saySoon(): void {
  if (isToBeSaid) return;
  isToBeSaid = true;
  queueMicrotask(() => {
    isToBeSaid = false;
    say();
  });
}

function say(): void {
  const sectors = new Set([...watching].flat());
  sendLive({ type: 'watchSectors', sectors: [...sectors].slice(0, limits.maxMapSectors) });
}

// A new connection after a login has no sectors yet, nor has one that a page unsubscribed from.
isLive.subscribe(() => {
  if (isLive.get() && watching.size > 0) say();
});
