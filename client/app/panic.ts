// The panic function: covers the app, removes the member's data from this device and ends their session, also offline.
import { forgetSession } from '#client/device/session-record.ts';
import { markSessionToEnd, clearSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { endServerSession } from '#client/features/session/log-in.ts';
import { hideAll } from './QuickHide.tsx';

const channelName = 'panic';

/** Resolves when the device is wiped. The server ends the session immediately, or at the next start after an offline panic. */
export async function panic(): Promise<void> {
  const others = new BroadcastChannel(channelName);
  others.postMessage(null);
  cover();
  markSessionToEnd();
  forgetSession();
  void endServerSession().then(clearSessionToEnd, () => undefined);
  await wipeDevice();
  others.close();
}

/** Call once: covers this tab after a panic in another one. */
export function followPanic(): void {
  new BroadcastChannel(channelName).addEventListener('message', () => {
    cover();
    forgetSession();
    sessionStorage.clear();
  });
}

/** Also replaces the URL by the public home page, so that it is not stored as a return path. */
function cover(): void {
  hideAll();
  history.replaceState(null, '', '/');
}
