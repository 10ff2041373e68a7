// A device's push subscription: switched on, renewed with new keys and sessions, ended at logout, and its obstacles.
// The browser's push service can't be reached here, so subscribing returns keys of the test.
import SqliteDatabase from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseFile } from '#server/db/sqlite.ts';
import { newDevice } from '#server/testing/members/settings.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { whenWorkerControls } from './support/worker.ts';

interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The server key that the subscription uses. */
  readonly key: string;
}

const address = 'boris@example.org';
const pushHost = 'push.test:8443';

let server: RunningServer;
let boris: Person;
/** The browser's subscription; each new one has a new endpoint. */
let held: Subscription | null = null;

beforeAll(async () => {
  server = await startServer({ PUSH_ENDPOINT_HOSTS: pushHost, FORGET_PUSH_DEVICES: '1' });
  boris = await openPerson({ hasNotifications: true });
  await replaceSubscribing(boris);
  await boris.page.goto(`${server.origin}/register`);
  await requestLink(boris.page);
  await boris.page.goto(await server.linkTo(address));
  await boris.page.getByRole('main').getByText('Your profile has no name yet').waitFor();
  await whenWorkerControls(boris.page);
});

afterAll(async () => {
  await boris.leave();
  await server.stop();
});

async function replaceSubscribing({ context }: Person): Promise<void> {
  await context.exposeFunction('heldByTheTest', (what: 'subscribe' | 'unsubscribe' | 'get', key = ''): Subscription | null => {
    if (what === 'unsubscribe') held = null;
    if (what !== 'subscribe') return held;
    const { endpoint, p256dh_base64: p256dh, auth_base64: auth } = newDevice();
    return (held = { endpoint, p256dh, auth, key });
  });
  await context.addInitScript(() => {
    const ask = (what: string, key?: string): Promise<Subscription | null> => Reflect.get(window, 'heldByTheTest')(what, key);
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const shown = (own: Subscription | null) =>
      own && {
        endpoint: own.endpoint,
        expirationTime: null,
        options: { applicationServerKey: bytes(own.key) },
        getKey: (name: string) => bytes(name === 'auth' ? own.auth : own.p256dh),
        unsubscribe: async () => (await ask('unsubscribe')) === null,
      };
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        shown(await ask('subscribe', applicationServerKey)),
      getSubscription: async () => shown(await ask('get')),
    });
  });
}

async function requestLink(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(address);
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('a login link is on its way').waitFor();
}

async function openSettings(page = boris.page): Promise<void> {
  // From the same address, the browser would only go to the fragment.
  await page.goto('about:blank');
  await page.goto(`${server.origin}/settings#devices`);
}
const addButton = (page = boris.page) => page.getByRole('button', { name: 'Notify me on this device' });
const account = () =>
  boris.page.evaluate(
    async (): Promise<{ applicationServerKey: string; pushSubscriptions: { deviceName: string; endpoint: string }[] }> =>
      (await fetch('/api/settings')).json(),
  );
/** The server's list of devices by name, and whether the browser's subscription is in it. */
async function known(): Promise<{ names: string[]; isHeld: boolean }> {
  const { pushSubscriptions: devices } = await account();
  return {
    names: devices.map(({ deviceName }) => deviceName),
    isHeld: devices.some(({ endpoint }) => endpoint === held?.endpoint),
  };
}

test('a browser without push says so, and an iPhone first shows how to install', async () => {
  const [old, iphone] = [await boris.context.newPage(), await boris.context.newPage()];
  for (const page of [old, iphone]) await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await iphone.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }),
  );
  await openSettings(old);
  await old.getByText('Push notifications are not supported on this device.').waitFor();
  await openSettings(iphone);
  await iphone.getByText('choose “Add to Home Screen”').waitFor();
  for (const page of [old, iphone]) {
    expect(await addButton(page).count()).toBe(0);
    await page.close();
  }
});

test('a rejection by the push service is shown, and the member can try again', async () => {
  const page = await boris.context.newPage();
  await page.addInitScript(() =>
    Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new DOMException('no', 'AbortError')) }),
  );
  await openSettings(page);
  await addButton(page).click();
  await page.getByRole('button', { name: 'Switch on notifications' }).click();
  await page.getByText('Unable to subscribe to push notifications. The notification service of your browser').waitFor();
  expect(await page.getByRole('button', { name: 'Switch on notifications' }).isEnabled()).toBe(true);
  await page.close();
});

test('after switching on, the device is listed as this device, subscribed with the server’s key', async () => {
  await openSettings();
  await addButton().click();
  await boris.page.getByLabel('Name of the device').fill('My phone');
  await boris.page.getByRole('button', { name: 'Switch on notifications' }).click();
  await boris.page.getByText('My phone (this device)').waitFor();
  expect(held?.key).toBe((await account()).applicationServerKey);
  await expect.poll(known).toEqual({ names: ['My phone'], isHeld: true });
});

function loseKeys(): void {
  const db = new SqliteDatabase(databaseFile(server.dataDir));
  expect(db.prepare("delete from secrets where name = 'push-keys'").run().changes).toBe(1);
  db.close();
}

test('a server with new keys gets a new subscription at the next start of the app, without a question', async () => {
  expect(boris.complaints).toEqual([]);
  const before = held;
  await server.kill('SIGTERM');
  loseKeys();
  await server.start();
  await openSettings();
  await boris.page.getByText('(this device)').waitFor();
  expect(held?.endpoint).not.toBe(before?.endpoint);
  expect(held?.key).toBe((await account()).applicationServerKey);
  await expect.poll(async () => (await known()).isHeld).toBe(true);
  // The page has connected while the server was starting.
  boris.complaints.length = 0;
});

test('notifications handled on another device disappear when the app is opened', async () => {
  const left = () =>
    boris.page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title));
  await boris.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification('Seen', { data: { path: `/notifications/open/${crypto.randomUUID()}` } });
    await registration.showNotification('Of another kind', { data: { path: '/notifications' } });
  });
  await openSettings();
  await expect.poll(left).toEqual(['Of another kind']);
});

test('the login after the end of a session adds the device to the list again', async () => {
  await boris.page.evaluate(() => fetch('/api/auth', { method: 'DELETE' }));
  await openSettings();
  await boris.page.waitForURL((url) => url.pathname === '/login');
  await boris.page.goto(`${server.origin}/register`);
  await requestLink(boris.page);
  await boris.page.goto(await server.linkTo(address));
  // The login returns to the settings.
  await boris.page.getByText('(this device)').waitFor();
  await expect.poll(async () => (await known()).isHeld).toBe(true);
});

test('a subscription that the browser has lost is removed from the list at the next start', async () => {
  held = null;
  await openSettings();
  await addButton().waitFor();
  await expect.poll(async () => (await known()).names).toEqual([]);
  await addButton().click();
  await boris.page.getByRole('button', { name: 'Switch on notifications' }).click();
  await boris.page.getByText('(this device)').waitFor();
});

test('removing this device from the list also ends the browser’s subscription', async () => {
  await openSettings();
  await boris.page.getByRole('button', { name: /^Remove/ }).click();
  await addButton().waitFor();
  await expect.poll(() => held).toBeNull();
  await expect.poll(async () => (await known()).names).toEqual([]);
});

test('logging out ends the subscription', async () => {
  await addButton().click();
  await boris.page.getByRole('button', { name: 'Switch on notifications' }).click();
  await boris.page.getByText('(this device)').waitFor();
  await boris.page.goto(`${server.origin}/logout`);
  await expect.poll(() => held).toBeNull();
  expect(boris.complaints).toEqual([]);
});
