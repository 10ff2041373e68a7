// Removes all member data from this device.
import { setDataKeys } from './data-keys.ts';
import { eraseKeyFiles } from './key-file.ts';
import { inTime } from './in-time.ts';
import { followChoice } from './language-choice.ts';
import { closeNotifications } from './notification-tray.ts';
import { deviceKeys, setVault } from './storage.ts';
import { clearWiping, markWiping, sessionToEndKey, storeMarks, wipingKey } from './pending-cleanup.ts';

/** A database can be deleted when other tabs have closed it. This is the longest time to wait for them. */
const databaseWaitMs = 1_500;
/** Longer than any step takes. A step that takes longer is repeated at the next start. */
const stepMs = 5_000;

/** The service worker's caches of the app's own files. */
const isAppCache = (name: string): boolean => name === 'hashed' || name === 'builds' || name.startsWith('build-');

export const survivesWipe = (key: string): boolean =>
  key === wipingKey ||
  key === sessionToEndKey ||
  key === deviceKeys.theme ||
  key === deviceKeys.units ||
  key === deviceKeys.language ||
  key.startsWith(deviceKeys.dismissedPrefix);

/**
 * Erases the keys, and removes databases, cached data, storage, push subscription, notifications and badge. Settings of the device and
 * the app's own files stay.
 */
export async function wipeDevice(): Promise<void> {
  markWiping();
  setDataKeys(null);
  setVault(null);
  clearStorage();
  storeMarks();
  // Removes the account's language from the cookie, too.
  void followChoice().catch(() => undefined);
  // Begins with the keys, because nothing else can be read without them.
  const erasing = eraseKeyFiles('device-key', 'lock-key');
  const steps = [erasing, deleteDatabases(), deleteCaches(), clearPush(), clearBadge()];
  const done = await Promise.allSettled(steps.map(endInTime));
  // Cleared again, because other tabs and the worker may have written in the meantime.
  clearStorage();
  await endInTime(deleteCaches()).catch(() => undefined);
  if (done.every(({ status }) => status === 'fulfilled')) clearWiping();
}

const endInTime = (step: Promise<unknown>): Promise<unknown> => inTime(step, stepMs);

function clearStorage(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!survivesWipe(key)) localStorage.removeItem(key);
}

async function deleteDatabases(): Promise<void> {
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => (name === undefined ? undefined : deleteDatabase(name))));
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error));
    setTimeout(() => reject(new Error(`The database ${name} is still open`)), databaseWaitMs);
  });
}

async function deleteCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !isAppCache(name)).map((name) => caches.delete(name)));
}

async function clearPush(): Promise<void> {
  await closeNotifications();
  const registration = await navigator.serviceWorker?.getRegistration();
  // Not awaited, because it fails offline. The server removes the subscription with the session.
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  void subscription?.unsubscribe().catch(() => undefined);
}

async function clearBadge(): Promise<void> {
  await navigator.clearAppBadge?.();
}
