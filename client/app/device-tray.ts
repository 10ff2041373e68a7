// Keeps the badge on the icon and the notifications in the tray up to date while a window is open.
import { notificationIdOf } from '#shared/rules/notification-paths.ts';

/** Sets the badge to `count` and closes the shown push notifications that are not in the list. */
export async function updateTray(notificationIds: readonly string[], count: number): Promise<void> {
  await (count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count));
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const data: unknown = notification.data;
    const path = typeof data === 'object' && data !== null ? String(Reflect.get(data, 'path')) : '';
    const id = notificationIdOf(path);
    if (id !== null && !notificationIds.includes(id)) notification.close();
  }
}
