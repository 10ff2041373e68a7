// If there is an app lock, shows the lock screen before the app starts. Until the app is unlocked, no member data is read or shown.
import { t } from '#client/device/texts.ts';
import type { LockRecord } from '#client/offline/database-schema.ts';
import { createRoot } from 'react-dom/client';
import { setDataKeys } from '#client/device/data-keys.ts';
import { endPendingSession, markSessionToEnd } from '#client/device/pending-cleanup.ts';
import { takeReturnPath } from '#client/device/storage.ts';
import { wipeDevice } from '#client/device/wipe.ts';
import { LockScreen } from '#client/features/lock/LockScreen.tsx';
import { endServerSession, markPasskeyRefused } from '#client/features/session/log-in.ts';
import { hasLoginLink } from '#client/features/session/login-link.ts';
import { lockAtStart } from '#client/offline/lock/lock-change.ts';
import { startSession, type LoginByUnlock } from '#client/offline/lock/lock-login.ts';
import { awaitKeys, followLock, watchUse } from '#client/offline/lock/lock-tabs.ts';
import { registerFromLockedPage } from '#client/offline/lock/server-lock.ts';
import { openVault } from '#client/offline/vault.ts';
import { focusHeading, headingNow } from '#client/ui/heading-focus.ts';
import { waitUntil } from '#client/ui/wait-until.ts';
import { readSession } from './open-member-storage.ts';
import { followPanic, panic } from './panic.ts';
import { QuickHide, useWindowTitle } from './QuickHide.tsx';

/** The longest wait for the first screen, which takes seconds on a slow device. */
const firstScreenMs = 10_000;

interface Opened {
  /** Null unless the session had ended, the member unlocked with a passkey of their account, and the server answered. */
  readonly login: LoginByUnlock | null;
}

/** Resolves when the app is unlocked, here or in another tab, or when its data was wiped. Without a lock it resolves at once. */
export async function passLock(): Promise<void> {
  const record = await lockAtStart();
  // Removes the style with which before-paint.ts hides a locked app. From now on the lock screen hides it, or there is no lock.
  document.documentElement.dataset.session = '';
  if (record === null) return;
  followLock();
  void registerFromLockedPage();
  const outcome = await showLockScreen(record);
  if (outcome === 'wiped') return;
  await openVault();
  if (outcome.login !== null) followLogin(outcome.login);
  readSession();
  watchUse(record.lockAfterMs);
}

/**
 * Stores the new session if the passkey has logged the member in, and leaves /login, unless a login link opened it. If the passkey was
 * refused, the login screen says so.
 */
function followLogin(login: LoginByUnlock): void {
  if (login.is === 'refused') return markPasskeyRefused();
  startSession(login.session);
  if (location.pathname === '/login' && !hasLoginLink()) history.replaceState(null, '', takeReturnPath());
}

async function showLockScreen(record: LockRecord): Promise<Opened | 'wiped'> {
  const app = document.getElementById('app');
  const host = document.createElement('div');
  if (app !== null) app.hidden = true;
  document.body.append(host);
  const root = createRoot(host);
  followPanic();
  const outcome = await new Promise<Opened | 'wiped'>((resolve) => {
    awaitKeys((keys) => {
      setDataKeys(keys);
      resolve({ login: null });
    });
    root.render(
      <>
        <LockScreen
          record={record}
          onOpen={(login) => resolve({ login })}
          onLogOut={() => void logOut()}
          onPanic={() => void panic().then(() => resolve('wiped'))}
        />
        <Title />
        <QuickHide />
      </>,
    );
  });
  root.unmount();
  host.remove();
  // The prerendered page was rendered for the URL before the wipe.
  if (outcome === 'wiped') app?.replaceChildren();
  if (app !== null) app.hidden = false;
  void focusOpened();
  return outcome;
}

/** Focuses the heading of the first screen, because the lock screen with the focused field is gone. */
async function focusOpened(): Promise<void> {
  await waitUntil(() => headingNow() !== null, firstScreenMs);
  if (document.activeElement === document.body) focusHeading();
}

/** The app sets its own title when it starts. */
function Title() {
  useWindowTitle(t('Locked'));
  return null;
}

async function logOut(): Promise<void> {
  markSessionToEnd();
  await Promise.all([endPendingSession(endServerSession).catch(() => undefined), wipeDevice()]);
  location.replace('/login');
}
