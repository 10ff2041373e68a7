// The live connection of whoever is logged in, as screens use it.
import type { LiveCommand } from '#shared/contract/live.ts';
import { createStore } from '#client/device/store.ts';
import type { Live } from './live.ts';

/** Whether events come in; while they don't, screens ask by polling. */
export const isLive = createStore(false);

let held: Live | null = null;

/** Lost without a connection, but for what the member looks at and watches: that is said again after each reconnect. */
export const sendLive = (command: LiveCommand): void => held?.send(command);

/** The device is back, or the app is looked at again. */
export const nudgeLive = (): void => held?.nudge();

/** The app hands over the connection of the member who has logged in, or null when he has left. */
export function holdLive(live: Live | null): void {
  held?.stop();
  held = live;
  isLive.set(false);
  live?.isOpen.subscribe(() => {
    if (held === live) isLive.set(live.isOpen.get());
  });
}
