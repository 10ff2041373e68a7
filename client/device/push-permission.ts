// Push on this device: browser support, permission, and the current subscription.
import { isApplePhone, isInstalled } from './install-prompt.ts';
import { sessionRecord } from './session-record.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';

/** A subscription as the server keeps it, but for the name that the member gives the device. */
export interface OwnSubscription {
  readonly endpoint: string;
  readonly expirationTime: number | null;
  readonly auth_base64: string;
  readonly p256dh_base64: string;
}

export type PushObstacle =
  | 'unsupported'
  /** On iPhone and iPad only an app on the home screen can receive push. */
  | 'install-first'
  | 'denied'
  /** The browser or its push service refused. */
  | 'failed';

export class PushFailure extends Error {
  readonly obstacle: PushObstacle;

  constructor(obstacle: PushObstacle, options?: ErrorOptions) {
    super(`No push: ${obstacle}`, options);
    this.obstacle = obstacle;
  }
}

/** Where a browser can't reach its push service it may keep silent for ever. */
const subscribeMostMs = 20_000;

/** What stands in the way before anything was tried; null where the member may be asked. */
export function pushObstacle(): PushObstacle | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : null;
  return isApplePhone() && !isInstalled() ? 'install-first' : 'unsupported';
}

/** Call it from a click: browsers ask for permission only then. `serverKey` is base64url. Throws PushFailure. */
export async function subscribeToPush(serverKey: string): Promise<OwnSubscription> {
  const obstacle = pushObstacle();
  if (obstacle !== null) throw new PushFailure(obstacle);
  if ((await Notification.requestPermission()) !== 'granted') throw new PushFailure('denied');
  try {
    return await inTime(subscribe(serverKey));
  } catch (cause) {
    throw new PushFailure('failed', { cause });
  }
}

/** The subscription that this browser has for this server; one for another key is of no use and is ended. Null without permission. */
export async function ownSubscription(serverKey: string): Promise<OwnSubscription | null> {
  if (pushObstacle() !== null || Notification.permission !== 'granted') return null;
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (!subscription) return null;
  return isFor(serverKey, subscription) ? shownToServer(subscription) : inTime(subscribe(serverKey));
}

/** The browser's push service takes nothing for this device any more. */
export async function endSubscription(): Promise<void> {
  storeEndpoint(null);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The endpoint that the server has stored for the member since they logged in here; null when it has none of this browser. */
export function storedEndpoint(): string | null {
  const kept = readLocal(localKeys.pushEndpoint);
  return typeof kept === 'string' ? kept : null;
}

/** Not stored once the session is over: the next login would treat the device as one that was removed elsewhere. */
export const storeEndpoint = (endpoint: string | null): void =>
  writeLocal(localKeys.pushEndpoint, sessionRecord.get() === null ? null : endpoint);

/** "Chrome on Android": what the member finds in the field for the device's name. */
export function guessedDeviceName(agent = navigator.userAgent): string {
  const browser = /Edg/.test(agent)
    ? 'Edge'
    : /Firefox|FxiOS/.test(agent)
      ? 'Firefox'
      : /Chrom|CriOS/.test(agent)
        ? 'Chrome'
        : 'Safari';
  const systems: readonly [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'Mac'],
    [/CrOS/, 'Chromebook'],
  ];
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Linux';
  return `${browser} on ${system}`;
}

async function subscribe(serverKey: string): Promise<OwnSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before !== null && !isFor(serverKey, before)) await before.unsubscribe();
  return shownToServer(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }));
}

function shownToServer(subscription: PushSubscription): OwnSubscription {
  const { endpoint, expirationTime } = subscription;
  const key = (name: PushEncryptionKeyName): string => base64url(subscription.getKey(name));
  return { endpoint, expirationTime, auth_base64: key('auth'), p256dh_base64: key('p256dh') };
}

/** A browser that does not say which key a subscription is for is believed. */
function isFor(serverKey: string, { options }: PushSubscription): boolean {
  return !options?.applicationServerKey || base64url(options.applicationServerKey) === serverKey;
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The push service does not answer.')), subscribeMostMs);
  });
  return Promise.race([work, late]);
}
