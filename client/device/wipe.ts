// Takes everything of a member off this device, and finishes what an interrupted wipe has left before anything is shown.
import { deviceKeys } from './storage.ts';

/** Set while a wipe is under way; it survives a killed tab. */
const wipingKey = 'wiping';
/** Set from a logout on until the server has ended the session too; without connection, or when the tab is killed, that is later. */
const sessionToEndKey = 'sessionToEnd';
/** A database that another tab holds open is deleted as soon as that tab lets go; nobody waits longer than this for it. */
const databaseWaitMs = 1_500;

/** Of the app itself, the same for everybody: the worker's pages and files. */
const isAppCache = (name: string): boolean => name === 'hashed' || name === 'builds' || name.startsWith('build-');

const survives = (key: string): boolean =>
  key === wipingKey ||
  key === sessionToEndKey ||
  key === deviceKeys.theme ||
  key === deviceKeys.units ||
  key === deviceKeys.language ||
  key.startsWith(deviceKeys.dismissedPrefix);

/** Databases, caches, storage, push subscription, shown notifications and badge go; theme, units, language and dismissals stay. */
export async function wipeDevice(): Promise<void> {
  localStorage.setItem(wipingKey, '1');
  clearStorage();
  const done = await Promise.allSettled([dropDatabases(), dropCaches(), dropPush(), dropBadge()]);
  // What was written meanwhile by a poll of another tab goes too.
  clearStorage();
  if (done.every(({ status }) => status === 'fulfilled')) localStorage.removeItem(wipingKey);
}

/** Before the first render: a wipe that did not come to its end does now. */
export async function finishWipe(): Promise<void> {
  if (localStorage.getItem(wipingKey) !== null) await wipeDevice();
}

/** The session is over here: the server is still to be told. */
export const endSessionLater = (): void => localStorage.setItem(sessionToEndKey, '1');

/** Endings and logins take turns, also between tabs: an ending that comes late must not meet the session of the next login. */
export const inSessionTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('session', work);

/** Ends the session that was left on this device also on the server, with `end`, unless that or a new login was done meanwhile. */
export const endLeftSession = (end: () => Promise<unknown>): Promise<void> =>
  inSessionTurn(async () => {
    if (localStorage.getItem(sessionToEndKey) === null) return;
    await end();
    sessionIsEnded();
  });

/** The server has ended the session, or a new login has replaced it. */
export const sessionIsEnded = (): void => localStorage.removeItem(sessionToEndKey);

function clearStorage(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!survives(key)) localStorage.removeItem(key);
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
