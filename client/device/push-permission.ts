// The device's push support, permission and subscription.
import { t } from './texts.ts';
import { inTime } from './in-time.ts';
import { isApplePhone, isInstalled } from './install-prompt.ts';
import { sessionRecord } from './session-record.ts';
import { localKeys, readLocal, writeLocal } from './storage.ts';
import { createStore, type Store } from './store.ts';

/** A subscription as the server stores it, without the device's name. */
export interface OwnSubscription {
  readonly endpoint: string;
  readonly expirationTime: number | null;
  readonly auth_base64: string;
  readonly p256dh_base64: string;
}

export type PushObstacle =
  | 'unsupported'
  /** On iPhones and iPads, only installed apps get push. */
  | 'install-first'
  | 'denied'
  /** The browser or its push service failed. */
  | 'failed';

export class PushFailure extends Error {
  readonly obstacle: PushObstacle;

  constructor(obstacle: PushObstacle, options?: ErrorOptions) {
    super(`No push: ${obstacle}`, options);
    this.obstacle = obstacle;
  }
}

/** Without a connection to its push service, a browser may never answer. */
const subscribeTimeoutMs = 20_000;

/** Why push is not possible, as far as known without asking the member. Null if they can be asked. */
export function pushObstacle(): PushObstacle | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : null;
  return isApplePhone() && !isInstalled() ? 'install-first' : 'unsupported';
}

/** Call it in a click handler, because otherwise browsers do not ask for permission. `serverKey` is base64url. Throws PushFailure. */
export async function subscribeToPush(serverKey: string): Promise<OwnSubscription> {
  const obstacle = pushObstacle();
  if (obstacle !== null) throw new PushFailure(obstacle);
  if ((await Notification.requestPermission()) !== 'granted') throw new PushFailure('denied');
  try {
    return await inTime(subscribe(serverKey), subscribeTimeoutMs);
  } catch (cause) {
    throw new PushFailure('failed', { cause });
  }
}

/** The browser's subscription for this server key. One for another key is replaced. Null if there is none, or no permission. */
export async function ownSubscription(serverKey: string): Promise<OwnSubscription | null> {
  if (pushObstacle() !== null || Notification.permission !== 'granted') return null;
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (!subscription) return null;
  return isFor(serverKey, subscription) ? forServer(subscription) : inTime(subscribe(serverKey), subscribeTimeoutMs);
}

/** Ends this device's subscription at the browser's push service. */
export async function endSubscription(): Promise<void> {
  storeEndpoint(null);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The endpoint of this browser that the server stores with the session, or null. */
export function storedEndpoint(): string | null {
  const stored = readLocal(localKeys.pushEndpoint);
  return typeof stored === 'string' ? stored : null;
}

/** Call it with null when a session ends. Otherwise the next login would conclude that another device removed this one. */
export function storeEndpoint(endpoint: string | null): void {
  writeLocal(localKeys.pushEndpoint, sessionRecord.get() === null ? null : endpoint);
  changes.set(changes.get() + 1);
}

const changes = createStore(0);
/** The stored endpoint as a store, for screens. */
export const ownEndpoint: Store<string | null> = {
  get: storedEndpoint,
  set: storeEndpoint,
  subscribe: changes.subscribe,
  prerendered: null,
};

/** Suggests a name for the device, such as "Chrome on Android". */
export function guessedDeviceName(): string {
  const { userAgent: agent } = navigator;
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
  return t('{browser} on {system}', { browser, system });
}

async function subscribe(serverKey: string): Promise<OwnSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing !== null && !isFor(serverKey, existing)) await existing.unsubscribe();
  return forServer(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }));
}

function forServer(subscription: PushSubscription): OwnSubscription {
  const { endpoint, expirationTime } = subscription;
  const key = (name: PushEncryptionKeyName): string => base64url(subscription.getKey(name));
  return { endpoint, expirationTime, auth_base64: key('auth'), p256dh_base64: key('p256dh') };
}

/** True if the subscription is for this key, or if the browser does not say which key it is for. */
function isFor(serverKey: string, { options }: PushSubscription): boolean {
  return !options?.applicationServerKey || base64url(options.applicationServerKey) === serverKey;
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
