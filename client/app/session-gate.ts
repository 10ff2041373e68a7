// The gate of each screen: who may open it on this device, and the reaction to a session that ends or a failing server.
import { notFound, redirect, type AnyRouter, type ParsedLocation } from '@tanstack/react-router';
import { forgetSession, syncWithOtherTabs, sessionRecord } from '#client/device/session-record.ts';
import { sessionIsOver } from '#client/features/session/log-in.ts';
import { storeReturnPath } from '#client/device/storage.ts';
import { onServerError, onSignedOut } from '#client/net/call.ts';
import { ServerError } from '#client/net/errors.ts';
import { currentQueryClient, loadQueryClient } from '#client/net/QueryProvider.tsx';
import { say } from '#client/ui/header-messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { admissionTo } from '#shared/rules/routes.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the server was in trouble, on the entry of /sorry. */
    readonly failedAt?: string;
  }
}

/** Whether this page has belonged to a member: once sent to the login, they have no session left that the login would have to end. */
let wasMembers = false;

interface Opening {
  readonly location: ParsedLocation;
  /** The screen is only loaded ahead, because somebody points at a link to it. */
  readonly preload: boolean;
}

/** Before a screen loads: it opens, or throws where to go instead. */
export function admit({ location, preload }: Opening): void {
  const admission = admissionTo(location.pathname, sessionRecord.get()?.roles ?? null);
  if (admission === 'login') {
    if (!preload) {
      storeReturnPath(location.href);
      if (wasMembers) sessionIsOver();
    }
    throw redirect({ to: '/login', replace: true });
  }
  if (admission === 'settings') throw redirect({ to: '/settings', replace: true });
  if (admission === 'notFound') throw notFound();
}

/** A session that ends, here or in another tab, empties memory and leaves the screens that visitors may not see. */
export function watchSession(router: AnyRouter): void {
  onSignedOut(forgetSession);
  syncWithOtherTabs();
  showNothingOfBefore();
  wasMembers = sessionRecord.get() !== null;
  sessionRecord.subscribe(() => {
    if (sessionRecord.get() === null) currentQueryClient()?.clear();
    else wasMembers = true;
    void router.invalidate();
  });
  onServerError(() =>
    say('Sorry this app is having trouble communicating with the server.', 'error', limits.serverErrorNoticeMs),
  );
}

/** A page restored from the back/forward cache would show the previous member: it is hidden and reloaded. */
function showNothingOfBefore(): void {
  addEventListener('pagehide', ({ persisted }) => (document.body.hidden = persisted));
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

/** At start, only where the device holds a session: asks whether the server still knows it, and shows the member's own theme and units. */
export async function confirmSession(router: AnyRouter): Promise<void> {
  if (sessionRecord.get() === null) return;
  const [queries, { settingsQuery, applySettings }] = await Promise.all([
    loadQueryClient(),
    import('#client/features/session/session.queries.ts'),
  ]);
  try {
    applySettings(await queries.fetchQuery(settingsQuery));
  } catch (error) {
    // A 401 has ended the session already; without connection the record on the device counts.
    if (error instanceof ServerError) goSorry(router);
  }
}

/** The entry of the history remembers which screen failed, for Try Again. */
function goSorry(router: AnyRouter): void {
  const { pathname, href } = router.state.location;
  if (pathname !== '/sorry') void router.navigate({ to: '/sorry', state: { failedAt: href }, replace: true });
}
