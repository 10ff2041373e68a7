// Decides who may open a screen, and reacts to ended sessions and server errors.
import { t } from '#client/device/texts.ts';
import { notFound, redirect, type AnyRouter, type ParsedLocation } from '@tanstack/react-router';
import { forgetSession, lastProfileId, syncWithOtherTabs, sessionRecord } from '#client/device/session-record.ts';
import { markSessionEnded } from '#client/features/session/log-in.ts';
import { flushLocal, hasVault, localKeys, readLocal, storeReturnPath } from '#client/device/storage.ts';
import { onServerError, onSignedOut } from '#client/net/call.ts';
import { currentQueryClient } from '#client/net/QueryProvider.tsx';
import { say } from '#client/ui/header-messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { admissionTo } from '#shared/rules/routes.ts';

/** True if this page had a session. A redirect to the login then means that the session has ended. */
let hadSession = false;

interface Opening {
  readonly location: ParsedLocation;
  /** True if the screen is only being preloaded. */
  readonly preload: boolean;
}

/** Runs before a screen loads. To refuse, it throws a redirect or notFound. */
export function admit({ location, preload }: Opening): void {
  const record = sessionRecord.get();
  const admission = admissionTo(location.pathname, record?.roles ?? null);
  if (admission === 'login') {
    if (!preload) {
      // The first paint may have shown the frame of a conversation.
      delete document.documentElement.dataset.panes;
      delete document.documentElement.dataset.header;
      // After a logout in another tab, the next login may be another member's.
      if (!hadSession || lastProfileId() !== null) storeReturnPath(location.href);
      if (hadSession) markSessionEnded();
    }
    throw redirect({ to: '/login', replace: true });
  }
  if (admission === 'settings') throw redirect({ to: '/settings', replace: true });
  if (admission === 'notFound') throw notFound();
  // Redirected here, because the screen would first show its own skeleton, and a slow phone then another one.
  if (record && location.pathname === '/profile') throw redirect({ to: `/profile/${record.profileId}`, replace: true });
}

/**
 * Follows the session, here and in other tabs: clears the query cache when it ends, and checks the screen again at each change. Also
 * announces server errors.
 */
export function watchSession(router: AnyRouter): void {
  onSignedOut(forgetSession);
  syncWithOtherTabs();
  openWithOtherTabs();
  hideRestoredPage();
  hadSession = sessionRecord.get() !== null;
  // The page that ended the session may have been closed before it could do this.
  if (!hadSession && hasVault()) void leaveSession();
  sessionRecord.subscribe(() => {
    if (sessionRecord.get() === null) {
      currentQueryClient()?.clear();
      void leaveSession();
    } else hadSession = true;
    const checkScreen = (): unknown => router.invalidate();
    // The change is stored first, because a page loaded right after the redirect must not find the ended session.
    void flushLocal().then(checkScreen, checkScreen);
  });
  onServerError(() =>
    say(t('Sorry this app is having trouble communicating with the server.'), 'error', limits.serverErrorNoticeMs),
  );
}

const leaveSession = (): Promise<void> => import('./leave-session.ts').then((file) => file.leaveSession()).catch(() => undefined);

/** Opens the member's data on this device when another tab has logged in. */
function openWithOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === localKeys.vault && newValue !== null && !hasVault() && readLocal(localKeys.lock) === null)
      void import('./open-member-storage.ts').then((file) => file.openMemberStorage());
  });
}

/** A page restored from the back/forward cache may show another member's data, so it is hidden and reloaded. */
function hideRestoredPage(): void {
  addEventListener('pagehide', ({ persisted }) => (document.body.hidden = persisted));
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}
