// Panic: covers the app, then removes all data of the member from this device and ends their session, with or without a connection.
import { forgetSession } from '#client/device/session-record.ts';
import { markSessionToEnd, clearSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { endServerSession } from '#client/features/session/log-in.ts';
import { hideAll } from './QuickHide.tsx';

const channelName = 'panic';

/** Resolves when nothing is left on the device. The server hears of it at once where it can be reached, else at the next start. */
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

/** Call once: what happens in one tab is seen in all of them. */
export function followPanic(): void {
  new BroadcastChannel(channelName).addEventListener('message', () => {
    cover();
    forgetSession();
    sessionStorage.clear();
  });
}

/** Behind the cover is the page that everybody may see, so that no address is remembered as the way back. */
function cover(): void {
  hideAll();
  history.replaceState(null, '', '/');
}
