// What pushes left on the device, seen from an open window: a click opens its page here, and what is seen to goes from the tray.
import type { AnyRouter } from '@tanstack/react-router';
import { ownPath } from '#shared/rules/own-path.ts';

/** Call once. The worker waits for the answer and loads the page anew where none comes. */
export function openPushedPages(router: AnyRouter): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== 'OPEN') return;
    port?.postMessage('opened');
    router.history.push(ownPath(Reflect.get(data, 'path'), location.origin));
  });
}

/** The badge on the icon counts these notifications, and of those that pushes show on the device only these stay. */
export async function showAsPushed(notificationIds: readonly string[]): Promise<void> {
  await (notificationIds.length === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(notificationIds.length));
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const data: unknown = notification.data;
    const path = typeof data === 'object' && data !== null ? String(Reflect.get(data, 'path')) : '';
    const id = /^\/notifications\/open\/([\w-]+)$/.exec(path)?.[1];
    if (id !== undefined && !notificationIds.includes(id)) notification.close();
  }
}
