// The server's time, because this device's clock may be hours or days wrong.
import { serverClock } from './server-clock.ts';

/** Headers have whole seconds, and answers take their time. */
const accuracyMs = 60_000;

/** How far the server's clock is ahead of the device's. 0 before the first answer, and if they differ by no more than a minute. */
export function serverAheadMs(): number {
  const { aheadMs } = serverClock;
  return Math.abs(aheadMs) > accuracyMs ? aheadMs : 0;
}

/** The time in ms by the server's clock. */
export const serverNow = (): number => Date.now() + serverAheadMs();
