// The live connection of the logged-in member, as screens use it.
import type { LiveCommand } from '#shared/contract/live.ts';
import { createStore } from '#client/device/store.ts';
import type { Live } from './live.ts';

/** True while events are received. Otherwise screens poll. */
export const isLive = createStore(false);

let current: Live | null = null;

/** Sends a command, or drops it while there is no connection. Only the open screen and the watched sectors are then sent later. */
export const sendLive = (command: LiveCommand): void => current?.send(command);

/** Checks the connection. Call it when the device is online again, or the app becomes visible. */
export const checkLiveConnection = (): void => current?.checkConnection();

/** Called for the logged-in member at the start and after a login, and with null after a logout. */
export function setLive(live: Live | null): void {
  current?.stop();
  current = live;
  isLive.set(false);
  live?.isOpen.subscribe(() => {
    if (current === live) isLive.set(live.isOpen.get());
  });
}
