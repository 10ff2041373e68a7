// The live connection of the member who is logged in, for screens.
import type { LiveCommand } from '#shared/contract/live.ts';
import { createStore } from '#client/device/store.ts';
import type { Live } from './live.ts';

/** Whether events come in; while they don't, screens ask by polling. */
export const isLive = createStore(false);

let held: Live | null = null;

/** Lost without a connection, except for the open screen and watched sectors, which are sent again after each reconnect. */
export const sendLive = (command: LiveCommand): void => held?.send(command);

/** The device is back, or the app is looked at again. */
export const nudgeLive = (): void => held?.nudge();

/** Set by the app: the connection of the member who has logged in, or null after the logout. */
export function holdLive(live: Live | null): void {
  held?.stop();
  held = live;
  isLive.set(false);
  live?.isOpen.subscribe(() => {
    if (held === live) isLive.set(live.isOpen.get());
  });
}
