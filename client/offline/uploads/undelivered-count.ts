// Counts the member's writes and pictures that are not delivered yet, for logout and updates.
import { lastProfileId } from '#client/device/session-record.ts';
import { longestOpeningMs, whenStorageOpened } from '#client/device/storage-opening.ts';

/** 0 if the browser's database hangs, because nothing in it can be sent. */
export const outboxCount = (): Promise<number> =>
  Promise.race([count(), new Promise<number>((resolve) => setTimeout(resolve, longestOpeningMs, 0))]);

/** The outbox is loaded only if there is a member. */
async function count(): Promise<number> {
  // Until the storage is open, neither the member nor the entries can be read.
  await whenStorageOpened();
  const profile = lastProfileId();
  if (profile === null) return 0;
  const [{ outbox }, { uploads }] = await Promise.all([import('#client/offline/outbox/outbox.ts'), import('./uploads.ts')]);
  // There are no waiting entries if the browser has no storage.
  const counts = await Promise.all([outbox.count(profile), uploads.count(profile)]).catch(() => []);
  return counts.reduce((sum, one) => sum + one, 0);
}
