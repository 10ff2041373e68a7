// Every push shows exactly one notification, and a mutual like notifies both members, by push or in the app.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grants } from '#shared/contract/grants.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { like, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change } from '#server/testing/members/settings.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';
import { openAppWithPush } from './support/app-with-push.ts';
import { logIn } from './support/logged-in.ts';
import { openPerson, type Person } from './support/person.ts';
import { clickShown, deliver, shown } from './support/push.ts';
import { whenWorkerControls } from './support/worker.ts';

let service: Awaited<ReturnType<typeof openAppWithPush>>;
let app: TestApp;
let anton: Member;
let boris: Member;
let carl: Member;
let antonsPhone: Person;
let borisPhone: Person;
/** The number of delivered pushes, and the notifications that the worker showed. */
let delivered = 0;
const told: { title: string; body: string }[] = [];

beforeAll(async () => {
  service = await openAppWithPush();
  app = service.app;
  [anton, boris, carl] = (await Promise.all(['Anton', 'Boris', 'Carl'].map((name) => app.member({ name })))) as [
    Member,
    Member,
    Member,
  ];
  await change(boris, { pushSubscriptions: [service.subscribe()] });
  [antonsPhone, borisPhone] = [await openPerson({ hasNotifications: true }), await openPerson({ hasNotifications: true })];
  // Without a member who is logged in, the worker shows no names.
  await logIn(borisPhone, app.origin, boris);
  await borisPhone.page.goto(app.origin);
  await whenWorkerControls(borisPhone.page);
  await borisPhone.page.getByRole('heading', { name: 'Near you now' }).waitFor();
  await borisPhone.context.exposeFunction('shownByTheWorker', (title: string, body: string) => void told.push({ title, body }));
  // No page of the app is open.
  await borisPhone.page.goto(`${app.origin}/robots.txt`);
  await borisPhone.page.evaluate(() => {
    const tell: (title: string, body: string) => void = Reflect.get(window, 'shownByTheWorker');
    new BroadcastChannel('shown').addEventListener('message', ({ data }) => tell(data.title, data.body));
  });
});

afterAll(async () => {
  await Promise.all([antonsPhone.leave(), borisPhone.leave()]);
  await service.close();
});

/** Makes the worker report each notification that it shows. */
async function listenToWorker({ context }: Person): Promise<void> {
  await context
    .serviceWorkers()
    .at(-1)
    ?.evaluate(() => {
      if (Reflect.has(self, 'isHeard')) return;
      Reflect.set(self, 'isHeard', true);
      const registration: object = Reflect.getPrototypeOf(Reflect.get(self, 'registration')) ?? {};
      const show: (...args: [string, { body: string }]) => Promise<void> = Reflect.get(registration, 'showNotification');
      Reflect.set(registration, 'showNotification', function (this: object, title: string, options: { body: string }) {
        new BroadcastChannel('shown').postMessage({ title, body: options.body });
        return Reflect.apply(show, this, [title, options]);
      });
    });
}

/** Waits for the next push from the server, and delivers it to Boris's phone. */
async function nextPush(): Promise<{ title: string; body: string; tag: string; navigate: string }> {
  await expect.poll(() => service.received.length).toBe(delivered + 1);
  const payload = service.received[delivered]?.payload ?? '';
  delivered += 1;
  await listenToWorker(borisPhone);
  await deliver(borisPhone.page, app.origin, payload);
  await expect.poll(() => told.length).toBe(delivered);
  return JSON.parse(payload).notification;
}

const newsOf = async ({ call, profileId }: Member) =>
  (await call(notifications.getNotifications, { params: { profileId } })).map(({ bodyText }) => bodyText);

test('every push to Boris is one notification without a name', async () => {
  const happenings = [
    () => write(anton, boris, 'Are you there?'),
    () => write(anton, boris, 'At seven?'),
    () => write(carl, boris, 'Hello'),
    () => like(carl, boris),
    () => carl.call(grants.putPicGrant, { body: { profileId: boris.profileId, lastsMs: null } }),
  ];
  for (const happen of happenings) {
    await happen();
    await nextPush();
  }
  expect(told).toEqual(happenings.map(() => ({ title: 'Hearthside', body: 'Something new is waiting for you' })));
  // Anton's messages share one notification, and so do a member's like and pictures: the newer replaces the older.
  const tags = service.received.map(({ payload }) => JSON.parse(payload).notification.tag);
  await expect
    .poll(async () => (await shown(borisPhone.page)).map(({ tag }) => tag).toSorted())
    .toEqual([...new Set(tags)].toSorted());
});

test('with previews a push shows the sender and the text, once', async () => {
  await change(boris, { previews: true });
  const before = told.length;
  await write(carl, boris, 'Coffee on Friday?');
  expect(await nextPush()).toMatchObject({ title: 'Carl', body: 'Coffee on Friday?' });
  expect(told.slice(before)).toEqual([{ title: 'Carl', body: 'Coffee on Friday?' }]);
});

test('when Anton likes Boris back, Anton sees it in the app, and Boris on the phone', async () => {
  await like(boris, anton);
  await logIn(antonsPhone, app.origin, anton);
  const { page } = antonsPhone;
  await page.goto(app.origin);
  const bell = page.getByRole('link', { name: /^Notifications/ });
  await bell.getByText('1 new').waitFor();
  await page.goto(`${app.origin}/profile/${boris.profileId}`);
  await page.getByRole('main').getByRole('button', { name: 'Like', exact: true }).click();

  const mutual = { title: 'Anton', body: 'You and Anton like each other.' };
  const push = await nextPush();
  expect(push).toMatchObject(mutual);
  expect(told.at(-1)).toEqual(mutual);
  await expect
    .poll(async () => (await shown(borisPhone.page)).map(({ title, body }) => ({ title, body })))
    .toContainEqual(mutual);

  await page.getByRole('link', { name: 'Home' }).first().click();
  await bell.click();
  await page.getByRole('listitem').getByText('You and Boris like each other.').click();
  await page.waitForURL(`**/profile/${boris.profileId}`);

  await logIn(borisPhone, app.origin, boris);
  await clickShown(borisPhone.page, push.tag);
  await borisPhone.page.waitForURL(`**/profile/${anton.profileId}`);
  // The opened notification is removed; all others remain.
  await expect.poll(() => newsOf(boris)).not.toContain(mutual.body);
  await borisPhone.page.goto(`${app.origin}/notifications`);
  await borisPhone.page.getByText('Carl likes you.').waitFor();
  expect(await borisPhone.page.getByText(mutual.body).count()).toBe(0);
});

test('no push was shown twice, every push was shown, and no browser logged an error', () => {
  expect([service.received.length, told.length]).toEqual([delivered, delivered]);
  expect([...antonsPhone.complaints, ...borisPhone.complaints]).toEqual([]);
});
