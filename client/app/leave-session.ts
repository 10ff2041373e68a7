// Clears what belongs to a session that has ended. The member's data stays on the device for their next login.
import { closeNotifications } from '#client/device/notification-tray.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { memberDatabase } from '#client/offline/database.ts';

/** From then on the worker sends nothing, and shows no names in notifications. Does nothing if a session has begun meanwhile. */
export async function leaveSession(): Promise<void> {
  if (sessionRecord.get() !== null) return;
  await Promise.allSettled([memberDatabase.release(), closeNotifications(), navigator.clearAppBadge?.()]);
}
