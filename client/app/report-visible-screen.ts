// Reports the visible screen to the server. While the app is visible, only messages of other conversations are pushed.
import type { AnyRouter } from '@tanstack/react-router';
import { isUuid } from '#shared/rules/uuid.ts';
import { sendLive } from '#client/net/live-store.ts';

const conversationPath = /^\/chat\/personal\/([^/]+)\/?$/;

/** The last report is repeated after a reconnect. Call this again after a login. */
export function reportVisibleScreen(): void {
  const id = conversationPath.exec(location.pathname)?.[1] ?? '';
  sendLive({
    type: 'looking',
    isVisible: !document.hidden,
    // The server closes the connection on an invalid id.
    conversationWith: isUuid(id) ? id : null,
  });
}

/** Call once: reports each change of screen and of the window's visibility. */
export function watchVisibleScreen(router: AnyRouter): void {
  router.subscribe('onResolved', reportVisibleScreen);
  document.addEventListener('visibilitychange', reportVisibleScreen);
  addEventListener('pageshow', reportVisibleScreen);
}
