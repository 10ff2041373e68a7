// Panic: covers the app, removes the member's data from this device and ends the session. It also works offline.
import { forgetSession } from '#client/device/session-record.ts';
import { endPendingSession, markSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { endServerSession } from '#client/features/session/log-in.ts';
import { hideAll } from './QuickHide.tsx';

const channelName = 'panic';

/** Resolves when the device is wiped. The server ends the session at once, or at the next start if the device is offline. */
export async function panic(): Promise<void> {
  const others = new BroadcastChannel(channelName);
  others.postMessage(null);
  cover();
  markSessionToEnd();
  forgetSession();
  void endPendingSession(endServerSession).catch(() => undefined);
  await wipeDevice();
  others.close();
}

/** Covers this tab after a panic in another one. It may be called again, as after an unlock. */
export function followPanic(): void {
  new BroadcastChannel(channelName).addEventListener('message', () => {
    cover();
    forgetSession();
    sessionStorage.clear();
  });
}

/** Hides the page, and replaces its URL by that of the home page, so that it is not stored as the path to return to. */
function cover(): void {
  hideAll();
  history.replaceState(null, '', '/');
}
