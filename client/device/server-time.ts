// The server's time, because this device's clock may be hours or days wrong.
import { serverDate } from './server-date.ts';

/** Headers have whole seconds, and answers take their time. */
const accuracyMs = 60_000;

/** How far the server's clock is ahead of the device's. 0 before the first answer. */
export function serverAheadMs(): number {
  const ms = Date.parse(serverDate.text) - serverDate.atMs;
  return Math.abs(ms) > accuracyMs ? ms : 0;
}

/** The time in ms by the server's clock. */
export const serverNow = (): number => Date.now() + serverAheadMs();
