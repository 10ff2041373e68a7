// Removes all data of a member from this device.
import { holdKeys } from './data-keys.ts';
import { deviceKeys, putVault } from './storage.ts';
import { sessionToEndKey, wipingKey } from './unfinished.ts';

/** A database that another tab holds open is deleted as soon as that tab lets go; nobody waits longer than this for it. */
const databaseWaitMs = 1_500;

/** Of the app itself, the same for everybody: the worker's pages and files. */
const isAppCache = (name: string): boolean => name === 'hashed' || name === 'builds' || name.startsWith('build-');

export const survivesWipe = (key: string): boolean =>
  key === wipingKey ||
  key === sessionToEndKey ||
  key === deviceKeys.theme ||
  key === deviceKeys.units ||
  key === deviceKeys.language ||
  key.startsWith(deviceKeys.dismissedPrefix);

/** Databases, caches, storage, push subscription, shown notifications and badge go; theme, units, language and dismissals stay. */
export async function wipeDevice(): Promise<void> {
  localStorage.setItem(wipingKey, '1');
  holdKeys(null);
  putVault(null);
  clearStorage();
  const done = await Promise.allSettled([dropDatabases(), dropCaches(), dropPush(), dropBadge()]);
  // What a poll of another tab wrote meanwhile goes too, and what the worker kept, which looks into the database to see whose it is.
  clearStorage();
  await dropCaches().catch(() => undefined);
  if (done.every(({ status }) => status === 'fulfilled')) localStorage.removeItem(wipingKey);
}

function clearStorage(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!survivesWipe(key)) localStorage.removeItem(key);
}

async function dropDatabases(): Promise<void> {
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => (name === undefined ? undefined : dropDatabase(name))));
}

function dropDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error));
    setTimeout(() => reject(new Error(`The database ${name} is still open`)), databaseWaitMs);
  });
}

async function dropCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !isAppCache(name)).map((name) => caches.delete(name)));
}

async function dropPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined) return;
  for (const notification of await registration.getNotifications()) notification.close();
  // Unsubscribing asks the browser's push service and can't be done without connection; the server drops it with the session.
  const subscription = await registration.pushManager?.getSubscription().catch(() => null);
  void subscription?.unsubscribe().catch(() => undefined);
}

async function dropBadge(): Promise<void> {
  await navigator.clearAppBadge?.();
}
