// Shows the lock screen before the app starts: no member data is read or shown until it is unlocked.
import type { LockRecord } from '#client/offline/database-schema.ts';
import { createRoot } from 'react-dom/client';
import { setDataKeys } from '#client/device/data-keys.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import { reportingPaused } from '#client/device/reporting-pause.ts';
import { readRecord, sessionRecord } from '#client/device/session-record.ts';
import { localKeys, readLocal } from '#client/device/storage.ts';
import { markSessionToEnd, clearSessionToEnd } from '#client/device/pending-cleanup.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { LockScreen } from '#client/features/lock/LockScreen.tsx';
import { endServerSession } from '#client/features/session/log-in.ts';
import { lockAtStart } from '#client/offline/lock/lock-change.ts';
import { awaitKeys, followLock, watchUse } from '#client/offline/lock/lock-tabs.ts';
import { openVault } from '#client/offline/lock/lock-vault.ts';
import { followPanic, panic } from './panic.ts';
import { QuickHide } from './QuickHide.tsx';

/** Resolves when the app is unlocked, here or in another tab, or wiped. */
export async function passLock(): Promise<void> {
  const record = await lockAtStart();
  if (record === null) return;
  followLock();
  if ((await opened(record)) === 'emptied') return;
  await openVault();
  // These stores were initialised before the vault was open.
  sessionRecord.set(readRecord());
  reportingPaused.set(readLocal(localKeys.reportingPaused) === true);
  locationHidden.set(readLocal('locationHidden') === true);
  watchUse(record.lockAfterMs);
}

async function opened(record: LockRecord): Promise<'open' | 'emptied'> {
  const app = document.getElementById('app');
  const title = document.title;
  const host = document.createElement('div');
  document.title = 'Locked';
  if (app !== null) app.hidden = true;
  document.body.append(host);
  const root = createRoot(host);
  followPanic();
  const how = await new Promise<'open' | 'emptied'>((resolve) => {
    awaitKeys((keys) => {
      setDataKeys(keys);
      resolve('open');
    });
    root.render(
      <>
        <LockScreen
          record={record}
          onOpen={() => resolve('open')}
          onLogOut={() => void logOut()}
          onPanic={() => void panic().then(() => resolve('emptied'))}
        />
        <QuickHide />
      </>,
    );
  });
  root.unmount();
  host.remove();
  document.title = title;
  // The prerendered page belongs to the previous URL.
  if (how === 'emptied') app?.replaceChildren();
  if (app !== null) app.hidden = false;
  return how;
}

async function logOut(): Promise<void> {
  markSessionToEnd();
  await Promise.all([endServerSession().then(clearSessionToEnd, () => undefined), wipeDevice()]);
  location.replace('/login');
}
