// Push in a browser of a test. Without its vendor's push service a browser can't subscribe, so that one step is replaced: `pushManager`
// hands out the keys of a push service of the test. All else is real: the server encrypts and delivers to that service over TLS, and
// the plaintext found there goes into the app's worker by the browser's own tools.
import type { CDPSession, Page } from 'playwright-core';
import type { Person } from './person.ts';

/** Makes every page of the person hand out `own` where it subscribes; `onAsked` hears the key it was asked with. */
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

/** The longest time for a worker to show a push. */
const maxShowMs = 8_000;

/**
 * Delivers a payload until its notification stands on the device. Chromium deletes a notification that is asked for after it was
 * stored and before it is on the screen, which happens while other programs keep the machine busy.
 */
export async function deliverUntilShown(page: Page, origin: string, data: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const tag = await deliver(page, origin, data);
    if (tag !== undefined && (await shown(page)).some((one) => one.tag === tag)) return;
  }
  throw new Error('The push was delivered five times and no notification is on the device');
}

/**
 * Puts a payload into the worker as the browser does when its push service delivers one. Resolves with the tag of the notification
 * that the worker has shown, or undefined where the worker restarted meanwhile.
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
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  // A worker that restarted in between has lost the hook; its notification shows long before this time is over.
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, maxShowMs, undefined));
  const tag = await Promise.race([shown.catch(() => undefined), tooLate]);
  await devtools.detach();
  return tag;
}

/** The notifications that stand on the device now. */
export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Clicks the notification with this tag, or a button below it: a synthetic click, since notifications stand outside of the page. */
export async function clickShown(page: Page, tag: string, button: { action?: string; reply?: string } = {}): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(
    async ({ clicked, action = '', reply }) => {
      const registration: ServiceWorkerRegistration = Reflect.get(self, 'registration');
      const notification = (await registration.getNotifications()).find((one) => one.tag === clicked);
      const Click: new (type: string, options: object) => Event = Reflect.get(self, 'NotificationEvent');
      const click = new Click('notificationclick', { notification, action });
      // Set here, since not every build of the browser takes it from its maker.
      if (reply !== undefined) Object.defineProperty(click, 'reply', { value: reply });
      self.dispatchEvent(click);
    },
    { clicked: tag, ...button },
  );
}
