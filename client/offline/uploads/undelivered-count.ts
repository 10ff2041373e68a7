// Counts the member's writes and pictures that are not delivered yet, for logout and updates.
import { lastProfileId } from '#client/device/session-record.ts';

/** The outbox is loaded only if there is a member. */
export async function outboxCount(): Promise<number> {
  const profile = lastProfileId();
  if (profile === null) return 0;
  const [{ outbox }, { uploads }] = await Promise.all([import('#client/offline/outbox/outbox.ts'), import('./uploads.ts')]);
  // There are no waiting entries if the browser has no storage.
  const counts = await Promise.all([outbox.count(profile), uploads.count(profile)]).catch(() => []);
  return counts.reduce((sum, count) => sum + count, 0);
}
