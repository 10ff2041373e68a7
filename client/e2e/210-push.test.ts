// Push from message to click on the recipient's phone: encrypted, decrypted by the test's push service, shown and opened.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPerson, type Person } from './support/person.ts';
import { clickShown, deliverUntilShown, replaceSubscribing, shown } from './support/push.ts';
import { startPushService } from './support/push-service.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { whenWorkerControls } from './support/worker.ts';

let service: Awaited<ReturnType<typeof startPushService>>;
let server: RunningServer;
let anton: Person;
let boris: Person;
let antonsId = '';
let borisId = '';
/** The key that the page subscribed with. */
let askedWith: string | null = null;

beforeAll(async () => {
  service = await startPushService();
  server = await startServer(service.env);
  [anton, boris] = [await openPerson({ hasNotifications: true }), await openPerson({ hasNotifications: true })];
  await replaceSubscribing(boris, service.subscribe(), (key) => {
    askedWith = key;
  });
  antonsId = await register(anton, 'Anton', 'anton@example.org');
  borisId = await register(boris, 'Boris', 'boris@example.org');
});

afterAll(async () => {
  await Promise.all([anton.leave(), boris.leave()]);
  await server.stop();
  await service.close();
});

async function register({ page }: Person, name: string, address: string): Promise<string> {
  await page.goto(`${server.origin}/register`);
  await page.getByLabel('Email').fill(address);
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('a login link is on its way').waitFor();
  await page.goto(await server.linkTo(address));
  await page.getByRole('main').getByText('Your profile has no name yet').waitFor();
  await page.goto(`${server.origin}/profileEdit`);
  await page.getByLabel('Public name').fill(name);
  await page.getByLabel('Birthdate').fill('1990-05-17');
  await page.getByLabel('Height').focus();
  await page.getByText('Saved', { exact: true }).waitFor();
  return page.evaluate(async () => (await (await fetch('/api/settings')).json()).defaultProfileId);
}

const write = (bodyText: string): Promise<number> =>
  anton.page.evaluate(
    async ({ senderProfileId, recipientProfileId, bodyText }) => {
      const body = JSON.stringify({ senderProfileId, recipientProfileId, bodyText, profilePicIds: [] });
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      return (await fetch('/api/message', { method: 'POST', headers, body })).status;
    },
    { senderProfileId: antonsId, recipientProfileId: borisId, bodyText },
  );

const nextPush = (count: number) => until(`push number ${count}`, async () => service.received[count - 1]?.payload);

/** Opens a page and waits until it has told the server which screen is open. */
async function openAndReport(to: string, words: string): Promise<void> {
  const told = new Promise<void>((resolve) => {
    boris.page.once('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"looking"') && String(payload).includes(words)) resolve();
      }),
    );
  });
  await boris.page.goto(server.origin + to);
  await told;
}

test('Boris switches on notifications on the phone', async () => {
  const { page } = boris;
  await page.goto(`${server.origin}/settings#devices`);
  await whenWorkerControls(page);
  await page.getByRole('button', { name: 'Notify me on this device' }).click();
  await page.getByLabel('Name of the device').fill('My phone');
  await page.getByRole('button', { name: 'Switch on notifications' }).click();
  await page.getByText('My phone').waitFor();
  await page.getByText('(this device)').waitFor();
  const { applicationServerKey } = await page.evaluate(async () => (await fetch('/api/settings')).json());
  expect(askedWith).toBe(applicationServerKey);
});

test('a message reaches the phone encrypted and is shown without a name', async () => {
  await boris.page.goto(`${server.origin}/aboutus`);
  expect(await write('Shall we meet at the lake?')).toBeLessThan(300);
  const payload = await nextPush(1);
  const push = JSON.parse(payload);
  expect(push).toEqual({
    web_push: 8030,
    notification: {
      title: 'Hearthside',
      body: 'Something new is waiting for you',
      navigate: expect.stringMatching(`^${server.origin}/notifications/open/[0-9a-f-]{36}$`),
      tag: expect.stringMatching(/^[\w-]{24}$/),
    },
    app_badge: '1',
  });
  await deliverUntilShown(boris.page, server.origin, payload);
  const { title, body, tag } = push.notification;
  await expect.poll(() => shown(boris.page)).toEqual([{ title, body, tag }]);
});

test('a second message replaces the first, and an unreadable one is shown neutrally', async () => {
  await write('At seven?');
  const payload = await nextPush(2);
  await deliverUntilShown(boris.page, server.origin, payload);
  await deliverUntilShown(boris.page, server.origin, 'this is no JSON');
  const neutral = { title: 'Hearthside', body: 'Something new is waiting for you', tag: '' };
  await expect
    .poll(async () => (await shown(boris.page)).toSorted((a, b) => a.tag.length - b.tag.length))
    .toEqual([neutral, { ...neutral, tag: JSON.parse(payload).notification.tag }]);
});

test('messages in an open conversation are not pushed, later ones are', async () => {
  const before = service.received.length;
  await openAndReport(`/chat/personal/${antonsId}`, `"conversationWith":"${antonsId}"`);
  await write('Are you there?');
  await openAndReport('/aboutus', '"conversationWith":null');
  await write('See you');
  await nextPush(before + 1);
  // The queue is sent in order: a push for the first message would have arrived earlier.
  expect(service.received).toHaveLength(before + 1);
});

test('a click opens the push’s URL in the open window', async () => {
  const payload = service.received.at(-1)?.payload ?? '';
  await deliverUntilShown(boris.page, server.origin, payload);
  const { tag, navigate } = JSON.parse(payload).notification;
  await expect.poll(async () => (await shown(boris.page)).some((one) => one.tag === tag)).toBe(true);
  const visited: string[] = [];
  boris.page.on('framenavigated', (frame) => visited.push(frame.url()));
  await boris.page.evaluate(() => Object.assign(window, { isTheSameWindow: true }));
  await clickShown(boris.page, tag);
  await expect.poll(() => visited).toContain(navigate);
  expect(await boris.page.evaluate(() => Reflect.get(window, 'isTheSameWindow'))).toBe(true);
  expect((await shown(boris.page)).some((one) => one.tag === tag)).toBe(false);
});

test('a device removed on another one ends its subscription at the next start', async () => {
  await boris.page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/settings', { method: 'PUT', headers, body: JSON.stringify({ pushSubscriptions: [] }) });
  });
  await boris.page.goto(`${server.origin}/settings#devices`);
  await boris.page.getByRole('button', { name: 'Notify me on this device' }).waitFor();
  await expect
    .poll(() => boris.page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()))
    .toBeNull();
  expect(boris.complaints).toEqual([]);
});

test('a phone that denies notifications says so', async () => {
  await boris.context.clearPermissions();
  await boris.page.evaluate(() => Object.assign(Notification, { requestPermission: async () => 'denied' }));
  await boris.page.getByRole('button', { name: 'Notify me on this device' }).click();
  await boris.page.getByRole('button', { name: 'Switch on notifications' }).click();
  await boris.page.getByText('Push notifications were denied.').waitFor();
});
