// The sectors that the open screens of this tab show, sent to the server as one list.
import { limits } from '#shared/rules/limits.ts';
import { isLive, sendLive } from './live-now.ts';

const watching = new Set<readonly string[]>();
let isToBeSaid = false;

/** The server tells of what happens there until the returned function is called, whatever other screens watch or cease to. */
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

/** Where one screen takes the place of another the server hears of it once. */
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
  sendLive({ type: 'watchSectors', sectors: [...sectors].slice(0, limits.mapSectorsMost) });
}

// The connection of whoever has just logged in knows nothing yet, nor does one that a page said goodbye to.
isLive.subscribe(() => {
  if (isLive.get() && watching.size > 0) say();
});
