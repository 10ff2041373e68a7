// Begins a session on this device after a login, and loads the page again in it.
import type { Settings } from '#shared/contract/settings.ts';
import { clearWiping, endPendingSession, isWiping, markSessionToEnd, withSessionLock } from '#client/device/pending-cleanup.ts';
import { pauseReporting } from '#client/device/reporting-pause.ts';
import { lastProfileId } from '#client/device/session-record.ts';
import { hasVault, setVault, takeReturnPath } from '#client/device/storage.ts';
import { longestOpeningMs, whenStorageOpenedInTime } from '#client/device/storage-opening.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { withTimeout } from '#client/offline/cached-first.ts';
import { openDevice } from '#client/offline/open-device.ts';
import { outboxCount } from '#client/offline/uploads/undelivered-count.ts';
import type { LoginOutcome } from './login-outcome.ts';
import { storeLogin } from './stored-login.ts';

interface Login {
  readonly isFromOtherBrowser: boolean;
  readonly endServerSession: (keepsBrowserKnown: boolean) => Promise<unknown>;
}

/** Asks first if that would delete what another member has not sent. */
export async function beginSession(own: Settings, { isFromOtherBrowser, endServerSession }: Login): Promise<LoginOutcome> {
  // Until then it is unknown whose data the device has.
  const isOpen = await whenStorageOpenedInTime();
  const proceed = (): Promise<void> => startSession(own, { isFromOtherBrowser, isOpen });
  if (isOtherMember(own) && (await outboxCount()) > 0)
    return {
      is: 'deletesUnsent',
      proceed: () => withSessionLock(proceed),
      // The session is not stored on this device.
      cancel: () => {
        markSessionToEnd({ keepsBrowserKnown: true });
        return endPendingSession(endServerSession);
      },
    };
  await proceed();
  return { is: 'loggedIn' };
}

interface Start extends Pick<Login, 'isFromOtherBrowser'> {
  /** False if the device's data has not opened in time. */
  readonly isOpen: boolean;
}

/** Loads the page again, so that no data of another member stays in memory. */
async function startSession(own: Settings, { isFromOtherBrowser, isOpen }: Start): Promise<void> {
  const isOther = isOtherMember(own);
  const isUnknown = !isOpen && lastProfileId() === null;
  const lastPath = takeReturnPath();
  if (isOther || isWiping()) await wipeDevice();
  // What could not be removed has no key any more. The next page would remove this session with it.
  clearWiping();
  // Discards what screens of an earlier session have written since its end, so that this member's device does not store it.
  if (!hasVault()) setVault(null);
  // Without storage, the app works online only. If it is unknown whose data the device has, the next page finds out.
  if (!isUnknown) await withTimeout(openDevice(own.defaultProfileId), longestOpeningMs);
  if (isOther || isUnknown || isFromOtherBrowser) pauseReporting();
  await storeLogin(own);
  // The path shows whose profile or conversation the other member had open.
  location.replace(isOther || isUnknown ? '/' : lastPath);
}

/** True if the device has another member's data. */
function isOtherMember({ defaultProfileId }: Settings): boolean {
  const last = lastProfileId();
  return last !== null && last !== defaultProfileId;
}
