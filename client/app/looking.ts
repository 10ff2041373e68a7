// Reports the screen of this window to the server, so that nothing is pushed for what the member is already viewing.
import type { AnyRouter } from '@tanstack/react-router';
import { sendLive } from '#client/net/live-store.ts';

/** With the id as the server knows ids: it hangs up on any other. */
const conversationPath = /^\/chat\/personal\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/;

/** Said again by itself after each reconnect, but forgotten with the connection of a member who leaves: call it for the next one. */
export function tellLooking(): void {
  sendLive({
    type: 'looking',
    isVisible: document.visibilityState === 'visible',
    conversationWith: conversationPath.exec(location.pathname)?.[1] ?? null,
  });
}

/** Call once: tells it whenever another screen is opened, and when the window goes to the back or comes to the front. */
export function tellLookingAlways(router: AnyRouter): void {
  router.subscribe('onResolved', tellLooking);
  document.addEventListener('visibilitychange', tellLooking);
  addEventListener('pageshow', tellLooking);
}
