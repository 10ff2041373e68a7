// Starts a member's services at login and stops them at logout: database, outbox, live connection and push.
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { checkOwnDevice } from '#client/features/settings/own-device.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { onVaultOpen } from '#client/device/storage.ts';
import { whenIdle } from '#client/device/when-idle.ts';
import { setLive, isLive, checkLiveConnection, sendLive } from '#client/net/live-store.ts';
import { shareLive } from '#client/net/live.ts';
import { pageReads } from '#client/net/page-reads.ts';
import { connect, type SocketLike } from '#client/net/socket.ts';
import { shownSectors } from '#client/net/watched-sectors.ts';
import { storedCursor } from '#client/offline/cursor.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { followLock, isLockSet } from '#client/offline/lock/lock-tabs.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { startPageReplay, type PageReplay } from '#client/offline/outbox/page-replay.ts';
import { refresh } from '#client/offline/outbox/reply-handlers.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { showIconTooltips } from '#client/ui/icon-tooltips.ts';
import { keepFocus } from '#client/ui/keep-focus.ts';
import { confirmSession } from './confirm-session.ts';
import { handleLiveEvent, invalidateMissed } from './live-events.ts';
import { reportVisibleScreen, watchVisibleScreen } from './report-visible-screen.ts';
import { showReply } from './outbox-replies.ts';
import { followPanic } from './panic.ts';
import { openPushedPages } from './pushed-pages.ts';

/** Call once after the first paint. From then on the services follow logins and logouts. */
export async function startMemberServices(router: AnyRouter, queries: QueryClient): Promise<void> {
  void confirmSession(router, queries);
  followLock();
  followPanic();
  const leaveFocus = keepFocus();
  showIconTooltips();
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leaveFocus());
  let own: string | null = null;
  let replay: PageReplay | null = null;

  /** Requests the settings. If the session has ended, the reply is 401 and ends it here. Another account's settings switch to it. */
  const confirmAgain = (): void => void queries.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => undefined);

  async function follow(): Promise<void> {
    const next = sessionRecord.get()?.profileId ?? null;
    if (next === own) return;
    own = next;
    setLive(null);
    if (next === null) return;
    // Without storage, the app works online only.
    await memberDatabase.claim(next).catch(() => undefined);
    // If the session has ended meanwhile, the claim has made its member the sender again, so it is released.
    if (sessionRecord.get() === null) return memberDatabase.release().catch(() => undefined);
    if (own === next) connectFor(next);
    if (isLockSet()) void import('#client/offline/lock/server-lock.ts').then(({ registerLock }) => registerLock());
    replay?.replayNow();
    // The check fails while offline or without a push service. It is then repeated at the next start.
    void checkOwnDevice(queries).catch(() => undefined);
  }

  function connectFor(profile: string): void {
    setLive(
      shareLive({
        connect: (parts) =>
          connect({
            ...parts,
            openSocket,
            cursor: storedCursor(profile),
            shown: { since: pageReads.since, sectors: shownSectors },
            onConnectFailed: confirmAgain,
            onError: (error) => reportError(error),
          }),
        handle: (event) => handleLiveEvent(event, { queries, own: profile }),
        onJoined: (lastEventMs) => invalidateMissed(queries, lastEventMs),
        onSessionEnded: confirmAgain,
      }),
    );
    reportVisibleScreen();
  }

  outbox.onDelivered((entry, reply) => showReply(queries, entry, reply));
  outbox.onConflict((entry, current) => showReply(queries, entry, current));
  isLive.subscribe(() => isLive.get() && replay?.replayNow());
  sessionRecord.subscribe(() => void follow());
  // On a slow device the stored data may open only after the start, so the claim is repeated.
  onVaultOpen(() => own !== null && void memberDatabase.claim(own).catch(() => undefined));
  await follow();
  replay = startPageReplay(confirmAgain);
  void import('#client/offline/uploads/page-uploads.ts').then(({ startPageUploads }) =>
    startPageUploads(confirmAgain, {
      show: ({ profile }) => refresh(queries, [profileQuery(profile).queryKey]),
      sendMessages: () => replay?.replayNow(),
    }),
  );
  followPageLifecycle();
  openPushedPages(router);
  watchVisibleScreen(router);
  // Preloading this screen also loads what nearly all screens share.
  whenIdle(() => void router.preloadRoute({ to: '/search/tile' }).catch(() => undefined));
}

/**
 * Checks the connection when the device is online again or the app becomes visible, because it may be lost without an event. When the
 * member leaves the page, tells the server that no screen is visible.
 */
function followPageLifecycle(): void {
  addEventListener('online', checkLiveConnection);
  document.addEventListener('visibilitychange', () => !document.hidden && checkLiveConnection());
  addEventListener('pagehide', () => {
    sendLive({ type: 'looking', isVisible: false, conversationWith: null });
    sendLive({ type: 'watchSectors', sectors: [] });
  });
}

function openSocket(): SocketLike {
  const url = new URL('/api/ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  const adapter: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    // Sending on a closing socket would log an error.
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
  socket.addEventListener('open', () => adapter.onopen?.());
  socket.addEventListener('message', ({ data }) => adapter.onmessage?.({ data }));
  socket.addEventListener('close', ({ code }) => adapter.onclose?.({ code }));
  return adapter;
}
