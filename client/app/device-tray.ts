// Updates the badge on the app's icon and the device's notifications while a window is open.
import { notificationIdOf } from '#shared/rules/notification-paths.ts';

/** A push notification that is newer than this may be missing from a list that was requested before it came. */
const newMs = 30_000;
const listedIds = new Set<string>();

/** Sets the badge to `count`, and closes notifications that are no longer in the list. */
export async function updateTray(notificationIds: readonly string[], count: number): Promise<void> {
  for (const id of notificationIds) listedIds.add(id);
  await (count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count));
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const { id, shownMs } = pushOf(notification);
    if (id === null || notificationIds.includes(id)) continue;
    // The age is negative if the clock was set back since.
    if (listedIds.has(id) || Math.abs(Date.now() - shownMs) >= newMs) notification.close();
  }
}

function pushOf({ data }: Notification): { id: string | null; shownMs: number } {
  if (typeof data !== 'object' || data === null) return { id: null, shownMs: 0 };
  return { id: notificationIdOf(String(Reflect.get(data, 'path'))), shownMs: Number(Reflect.get(data, 'shownMs') ?? 0) };
}
