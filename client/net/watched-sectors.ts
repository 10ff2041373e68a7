// Sends the sectors that this tab's screens show to the server, as one list.
import { limits } from '#shared/rules/limits.ts';
import { ringOfSectors } from '#shared/rules/sectors.ts';
import { isLive, sendLive } from './live-store.ts';

const watching = new Set<readonly string[]>();
let isScheduled = false;

/** The server sends the events of these sectors until the returned function is called. */
export function watchSectors(sectors: readonly string[]): () => void {
  // A copy, because two screens may pass the same array.
  const copy = [...sectors];
  watching.add(copy);
  scheduleSend();
  return () => {
    watching.delete(copy);
    scheduleSend();
  };
}

/**
 * The watched sectors and those around them, because a member who appears there may belong in a list that is shown. Empty if
 * there are none or too many.
 */
export function shownSectors(): readonly string[] {
  const watched = [...watching].flat();
  const all = new Set(watched.flatMap((sector) => [sector, ...ringOfSectors(sector)]));
  return all.size > limits.maxMapSectors ? [] : [...all];
}

/** Waits for a microtask, so that a change of screens sends only one list. */
function scheduleSend(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    send();
  });
}

function send(): void {
  const sectors = new Set([...watching].flat());
  sendLive({ type: 'watchSectors', sectors: [...sectors].slice(0, limits.maxMapSectors) });
}

// The new connection after a login, or after the page was in the back/forward cache, has no sectors.
isLive.subscribe(() => {
  if (isLive.get() && watching.size > 0) send();
});
