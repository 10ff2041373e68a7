// Opens the member's stored data on this device.
import { isSessionToEnd } from '#client/device/pending-cleanup.ts';
import { forgetSession, readRecord, sessionRecord } from '#client/device/session-record.ts';
import { hasVault, localKeys, readLocal } from '#client/device/storage.ts';
import { ownSettings } from '#client/features/session/log-in.ts';
import { isLoginUnstored, storeLogin } from '#client/features/session/stored-login.ts';
import { setStorageOpening } from '#client/device/storage-opening.ts';
import { say } from '#client/ui/header-messages.ts';
import { t } from '#client/device/texts.ts';
import { Refused } from '#client/net/errors.ts';
import { openDevice } from '#client/offline/open-device.ts';

/** Some browsers' databases hang, and tabs open the data one after the other. */
const openTimeoutMs = 5_000;
const fullNoticeMs = 30_000;

/** True if the browser has evicted the database, but not local storage. Call it once the storage is open. */
const isEvicted = (): boolean => readLocal(localKeys.vault) !== null && !hasVault();

/**
 * If the storage cannot be opened in time, was evicted, or was too full for the login, the server is asked whose session it is, and
 * the app works online until the storage is open. Otherwise the login screen would end the session. Without a connection this waits
 * for the storage.
 */
export async function openMemberStorage(): Promise<void> {
  const opened = openDevice()
    .then(readSession)
    .then(
      () => true,
      (error: unknown) => {
        reportError(error);
        return false;
      },
    );
  setStorageOpening(opened);
  const hasSession = opened.then((isOpen) => isOpen && (sessionRecord.get() !== null || !(isLoginUnstored() || isEvicted())));
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, openTimeoutMs, false));
  if ((await Promise.race([hasSession, late])) || sessionRecord.get() !== null) return;
  const asked = askForSession(opened).catch((error: unknown) => (error instanceof Refused ? undefined : opened));
  await Promise.race([asked, hasSession.then((isThere) => isThere || asked)]);
  if (isLoginUnstored() && sessionRecord.get() !== null)
    say(t('This device is full. You stay logged in only in this tab.'), 'error', fullNoticeMs);
}

async function askForSession(opened: Promise<boolean>): Promise<void> {
  if (isSessionToEnd()) return;
  const own = await ownSettings();
  const { defaultProfileId, roles } = own;
  // The session is kept only in memory, because nothing readable is stored on the device.
  if (sessionRecord.get() === null) sessionRecord.set({ profileId: defaultProfileId, roles });
  void opened
    .then(async (isOpen) => {
      if (!isOpen || !isEvicted()) return;
      await openDevice(defaultProfileId);
      await storeLogin(own);
    })
    .catch(reportError);
}

/** Reads the session from the storage. Call it once the storage is open. */
export function readSession(): void {
  // The page that ended the session may have been left before it could remove the stored session.
  if (isSessionToEnd()) forgetSession();
  const record = readRecord();
  if (record !== null) sessionRecord.set(record);
}
