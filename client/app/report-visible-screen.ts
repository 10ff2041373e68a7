// Reports the visible screen to the server, which sends no pushes for it.
import type { AnyRouter } from '@tanstack/react-router';
import { sendLive } from '#client/net/live-store.ts';

/** Only matches UUIDs: the server closes the connection on other ids. */
const conversationPath = /^\/chat\/personal\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/;

/** Repeated automatically after reconnects, but to be called again for the connection of another member. */
export function reportVisibleScreen(): void {
  sendLive({
    type: 'looking',
    isVisible: document.visibilityState === 'visible',
    conversationWith: conversationPath.exec(location.pathname)?.[1] ?? null,
  });
}

/** Call once: reports each change of screen and of the window's visibility. */
export function watchVisibleScreen(router: AnyRouter): void {
  router.subscribe('onResolved', reportVisibleScreen);
  document.addEventListener('visibilitychange', reportVisibleScreen);
  addEventListener('pageshow', reportVisibleScreen);
}
