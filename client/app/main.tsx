// The browser's entry: hydrates the prerendered page or renders the member's, then starts the services.
import './trusted-types.ts';
// The theme comes before the style sheets of the screens, which may override it.
import '#client/ui/theme.css';
import '#client/ui/layout.css';
import { RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { watchInstallPrompt } from '#client/device/install-prompt.ts';
import { sessionRecord, untilMember } from '#client/device/session-record.ts';
import { hasMemberData } from '#client/device/storage.ts';
import { shareTabState } from '#client/device/tab-state.ts';
import { t } from '#client/device/texts.ts';
import { theme, applyTheme } from '#client/device/theme.ts';
import { endPendingSession, isWiping } from '#client/device/pending-cleanup.ts';
import { endServerSession } from '#client/features/session/log-in.ts';
import { hasLoginLink, readLoginLink } from '#client/features/session/login-link.ts';
import { readUnwantedEmailsLink } from '#client/features/session/unwanted-emails-link.ts';
import { call } from '#client/net/call.ts';
import { watchReachability } from '#client/net/reachability.ts';
import { loadQueryClient, QueryProvider } from '#client/net/QueryProvider.tsx';
import { recoverMissingChunks } from '#client/offline/missing-chunk.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { focusErrors } from '#client/ui/error-focus.ts';
import { WarningIcon } from '#client/ui/frame-icons.tsx';
import { routeOfPath } from '#shared/rules/routes.ts';
import { loadLanguage } from './load-language.ts';
import { createAppRouter } from './router.tsx';
import { watchSession } from './session-gate.ts';
import { ignoreSkippedTransitions } from './skipped-transitions.ts';

/** Null until the first screen is shown. */
let shown: AnyRouter | null = null;

void start().catch(showFailure);

async function start(): Promise<void> {
  // The token is removed from the URL before any request.
  readLoginLink();
  readUnwantedEmailsLink();
  ignoreSkippedTransitions();
  focusErrors();
  recoverMissingChunks(() => shown?.invalidate() ?? location.reload());
  watchInstallPrompt();
  applyTheme(theme.get());
  const isInLanguage = await loadLanguage();
  // Finishes an interrupted wipe. The device has wipe.ts even if nobody is logged in, because the interrupted wipe has loaded it.
  if (isWiping()) await import('#client/device/wipe.ts').then((file) => file.wipeDevice());
  if (hasMemberData()) await import('./before-start.ts').then((file) => file.unlockAndOpen());
  const router = createAppRouter();
  watchSession(router);
  const record = sessionRecord.get();
  if (record !== null) {
    const [queries, { persistQueries }] = await Promise.all([loadQueryClient(), import('./persist-queries.ts')]);
    await persistQueries(queries, record.profileId);
  }
  const isPainted = isInLanguage && isPrerendered();
  // Makes the router render the same tree as the prerendered page.
  if (isPainted) router.ssr = { manifest: undefined };
  await router.load();
  shown = router;
  const app = (
    <QueryProvider>
      <RouterProvider router={router} />
    </QueryProvider>
  );
  const root = document.getElementById('app') ?? document.body;
  // Removes the note of what the browser must allow: the app has started, so the browser allows it.
  document.querySelector('.needed')?.remove();
  if (isPainted) hydrateRoot(root, app);
  else createRoot(root).render(app);
  // The rest waits for the first paint.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  // The router has followed the address only since its first render.
  if (router.latestLocation.href !== router.state.location.href) void router.load();
  // Removes the handler that before-paint.ts has set.
  onclick = null;
  document.querySelector<HTMLElement>('[data-pressed]')?.click();
  shareTabState();
  watchReachability(ping);
  await Promise.all([leaveEndedSession(), serveMember(router)]);
}

/** Shows a message if the app cannot start, as when a file that it needs is not on the device and cannot be loaded. */
function showFailure(error: unknown): never {
  // Not rendered into #app, where app.css hides buttons if before-paint.ts has found a session.
  if (shown === null)
    createRoot(document.body).render(
      <EmptyState
        icon={WarningIcon}
        text={navigator.onLine ? t('This could not be loaded.') : t('You are offline, and this is not on your device yet.')}
      >
        <Button look="main" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </EmptyState>,
    );
  throw error;
}

/** Starts a member's services, such as the outbox and the live connection, once a member is logged in. */
async function serveMember(router: AnyRouter): Promise<void> {
  await untilMember();
  const [queries, { startMemberServices }] = await Promise.all([loadQueryClient(), import('./member-services.ts')]);
  await startMemberServices(router, queries);
}

/**
 * True if a visitor opens a public page without a login link and its content is there. The worker may have answered with the neutral
 * page, which has no heading outside of its skeleton.
 */
function isPrerendered(): boolean {
  const isThere = document.querySelector('#app h1:not([aria-busy] *)') !== null;
  return isThere && sessionRecord.get() === null && !hasLoginLink() && routeOfPath(location.pathname)?.isPrerendered === true;
}

/** Also completes an offline logout. An earlier attempt may have failed, because devices report too early that they are online. */
const ping = (): Promise<void> =>
  import('#shared/contract/site.ts').then(({ site }) => call(site.getPing, {}, { background: true })).then(leaveEndedSession);

/** Completes an offline logout on the server. */
const leaveEndedSession = (): Promise<void> => endPendingSession(endServerSession).catch(() => undefined);
