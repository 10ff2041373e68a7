// Push in a test's browser. A browser can't subscribe without its vendor's push service, so `pushManager` is replaced, with keys
// of the test's own push service. Everything else is real: the server encrypts and sends to that service over TLS, and DevTools
// deliver the decrypted message to the app's worker.
import type { Page } from 'playwright-core';
import type { Person } from './person.ts';
import { workerTools } from './worker.ts';

/** Makes every page of the person return `own` when it subscribes. `onAsked` receives the key. */
export async function replaceSubscribing(
  { context }: Person,
  own: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
  onAsked: (applicationServerKey: string) => void = () => undefined,
): Promise<void> {
  let isSubscribed = false;
  await context.exposeFunction('pushOfTheTest', (what: 'subscribe' | 'unsubscribe' | 'get', key?: string) => {
    if (what !== 'get') isSubscribed = what === 'subscribe';
    if (key !== undefined) onAsked(key);
    return isSubscribed;
  });
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    const tell = (what: string, key?: string): Promise<boolean> => Reflect.get(window, 'pushOfTheTest')(what, key);
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const subscription = {
      endpoint,
      expirationTime: null,
      getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
      unsubscribe: () => tell('unsubscribe').then(() => true),
    };
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        await tell('subscribe', applicationServerKey);
        return subscription;
      },
      getSubscription: async () => ((await tell('get')) ? subscription : null),
    });
  }, own);
}

/** A worker needs at most this time to show a push. */
const maxShowMs = 8_000;

/**
 * Repeats a delivery until its notification is shown. Chromium deletes a notification if the list is requested after it is stored
 * but before it is displayed, which happens on a busy machine. That list still contains it, so it has to be in the next one too.
 */
export async function deliverUntilShown(page: Page, origin: string, data: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const tag = await deliver(page, origin, data);
    const isShown = async () => (await shown(page)).some((one) => one.tag === tag);
    if (tag !== undefined && (await isShown()) && (await isShown())) return;
  }
  throw new Error('The push was delivered five times and no notification is on the device');
}

/**
 * Delivers a payload to the worker as the browser does. Resolves to the tag of the notification shown, or undefined if the worker
 * was restarted in the meantime.
 */
export async function deliver(page: Page, origin: string, data: string): Promise<string | undefined> {
  const worker = page.context().serviceWorkers().at(-1);
  if (worker === undefined) throw new Error('The app has no worker');
  const shown = worker.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const registration: ServiceWorkerRegistration = Reflect.get(self, 'registration');
        const show = registration.showNotification.bind(registration);
        registration.showNotification = async (...notification) => {
          Reflect.deleteProperty(registration, 'showNotification');
          await show(...notification).then(() => resolve(notification[1]?.tag ?? ''), reject);
        };
      }),
  );
  const { devtools, registrationId } = await workerTools(page, origin);
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  // A restarted worker has lost the hook, but shows its notification within this time.
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, maxShowMs, undefined));
  const tag = await Promise.race([shown.catch(() => undefined), tooLate]);
  await devtools.detach();
  return tag;
}

/** Returns the notifications shown on the device. */
export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Clicks the notification with this tag, or a button on it. The click is synthetic, since notifications are outside the page. */
export async function clickShown(page: Page, tag: string, button: { action?: string; reply?: string } = {}): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(
    async ({ clicked, action = '', reply }) => {
      const registration: ServiceWorkerRegistration = Reflect.get(self, 'registration');
      const notification = (await registration.getNotifications()).find((one) => one.tag === clicked);
      const Click: new (type: string, options: object) => Event = Reflect.get(self, 'NotificationEvent');
      const click = new Click('notificationclick', { notification, action });
      // Some browser builds ignore the reply in the constructor, so it is set here.
      if (reply !== undefined) Object.defineProperty(click, 'reply', { value: reply });
      self.dispatchEvent(click);
    },
    { clicked: tag, ...button },
  );
}
