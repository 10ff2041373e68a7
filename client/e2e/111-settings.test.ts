// The settings in a browser: sessions, password, email address, blocked members, quiet hours, hiding and theme.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { linkIn, startServer, until, type RunningServer } from './support/server.ts';
import { visit } from './support/visit.ts';

const address = 'ada@example.org';
const password = 'lavender field at noon';
let server: RunningServer;
/** One member on two devices, and another member. */
let phone: Person;
let desk: Person;
let ben: Member;

beforeAll(async () => {
  server = await startServer();
  [phone, desk] = [await openPerson(), await openPerson({ viewport: desktop, hasTouch: false })];
  ben = await signUp(server, 'Ben');
  for (const { page } of [phone, desk]) {
    await page.goto(await requestLink(page));
    await page.getByRole('heading', { name: 'Hello' }).waitFor();
  }
});

afterAll(async () => {
  await phone.leave();
  await desk.leave();
  await server.stop();
});

const main = ({ page }: Person) => page.getByRole('main');
const section = (person: Person, name: string) => person.page.getByRole('region', { name, exact: true });
const save = (person: Person) => main(person).getByRole('button', { name: 'Save', exact: true });
const saved = (person: Person) => main(person).getByText('Saved', { exact: true });

async function openSettings(person: Person, id = ''): Promise<void> {
  await person.page.goto(`${server.origin}/settings`);
  await main(person).getByLabel('Precision').waitFor({ state: 'attached' });
  await show(person, id);
}

/** Phones show only one section. */
const show = ({ page }: Person, id: string) =>
  page.evaluate((fragment) => {
    location.hash = fragment;
  }, id);

async function requestLink(page: Page): Promise<string> {
  await page.goto(`${server.origin}/register`);
  await page.getByLabel('Email').fill(address);
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('a login link is on its way').waitFor();
  return loginMail();
}

/** The link in the newest email that has one; notices of changes go to the same address. */
const loginMail = (): Promise<string> =>
  until('a login link', async () => {
    const mail = await server.mailTo(address);
    return mail.includes('#token=') && linkIn(mail);
  });

/** Waits until changes on one device show on the other. */
async function receivesChangesOf(listener: Person, speaker: Person): Promise<void> {
  const units = (person: Person) => section(person, 'Display').getByLabel('Distances');
  await show(listener, 'display');
  await show(speaker, 'display');
  const next = (await units(listener).inputValue()) === 'miles' ? 'metric' : 'miles';
  await expect.poll(() => units(speaker).inputValue()).not.toBe(next);
  await units(speaker).selectOption(next);
  await expect.poll(() => units(listener).inputValue(), { timeout: 20_000 }).toBe(next);
}

/** Makes an API call in this browser. */
const put = ({ page }: Person, path: string, body: object) =>
  page.evaluate(
    async ([to, text]) => {
      await fetch(to, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: text });
    },
    [path, JSON.stringify(body)] as const,
  );

/** The account as the server sends it to this browser. */
const account = ({ page }: Person) =>
  page.evaluate(async (): Promise<Record<string, unknown>> => (await fetch('/api/settings')).json());

test('ten sections have their headings, and the section list leads to one of them', async () => {
  await openSettings(desk);
  const titles = ['Account', 'Where others see you', 'Privacy', 'Devices with notifications', 'Quiet hours', 'Display'];
  for (const title of [...titles, 'Blocked members', 'Where you are logged in', 'Membership', 'Log out'])
    await section(desk, title).getByRole('heading', { name: title }).waitFor();
  await desk.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Membership' }).click();
  await section(desk, 'Membership').getByText('Volunteer credits: 0').waitFor();
  await expect
    .poll(() => section(desk, 'Membership').evaluate((part) => part.getBoundingClientRect().top < innerHeight))
    .toBe(true);
});

test('an invalid field shows its error, and input survives a refetch of the settings', async () => {
  await openSettings(phone, 'account');
  await main(phone).getByLabel('Name', { exact: true }).fill('Ada L.');
  await main(phone).getByLabel('Email').fill('ada at home');
  await main(phone).getByLabel('New password', { exact: true }).fill('short');
  await main(phone).getByLabel('New password again').fill('shorter');
  await save(phone).click();
  for (const words of ['An email address contains an @', 'A password has at least 8 characters', 'Passwords do not match'])
    await main(phone).getByText(words).waitFor();

  await openSettings(desk);
  await section(desk, 'Display').getByLabel('Distances').selectOption('metric');
  await show(phone, 'display');
  await expect.poll(() => section(phone, 'Display').getByLabel('Distances').inputValue()).toBe('metric');
  await show(phone, 'account');
  expect(await main(phone).getByLabel('Email').inputValue()).toBe('ada at home');

  await main(phone).getByLabel('Email').fill(address);
  await main(phone).getByLabel('New password', { exact: true }).fill('');
  await main(phone).getByLabel('New password again').fill('');
  await save(phone).click();
  await saved(phone).waitFor();
  await saved(phone).waitFor({ state: 'detached' });
  expect(await account(phone)).toMatchObject({ name: 'Ada L.', email: address, pendingEmail: null, hasPassword: false });
});

test('what is typed while a slow connection saves stays', async () => {
  await openSettings(phone, 'account');
  const arrived = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  await phone.page.route('**/api/settings', async (route) => {
    arrived.resolve();
    await slow.promise;
    await route.continue();
  });
  await main(phone).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await save(phone).click();
  await arrived.promise;
  await main(phone).getByLabel('New password', { exact: true }).fill(password);
  slow.resolve();
  await saved(phone).waitFor();
  expect(await main(phone).getByLabel('New password', { exact: true }).inputValue()).toBe(password);
  expect(await main(phone).getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Lovelace');
  await phone.page.unroute('**/api/settings');
});

test('a theme applies at the next start without a flash of the other', async () => {
  await openSettings(phone, 'display');
  await section(phone, 'Display').getByLabel('Theme').selectOption('dark');
  await expect.poll(() => phone.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await phone.page.addInitScript(() => {
    const grounds: string[] = [];
    Object.assign(window, { paintedGrounds: grounds });
    const look = (): void => {
      // Nothing is painted before the style sheet is loaded.
      if (document.styleSheets.length > 0 && document.body !== null)
        grounds.push(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await phone.page.reload();
  await main(phone).getByLabel('Theme').waitFor();
  const grounds = await phone.page.evaluate((): string[] => Reflect.get(window, 'paintedGrounds'));
  expect(new Set(grounds).size).toBe(1);
  const dark = await phone.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(dark).toBe('dark');
});

test('quiet hours are switched on for every night, changed, kept after a reload, and the same when they are switched off and on again', async () => {
  await openSettings(phone, 'quiet');
  const quiet = section(phone, 'Quiet hours');
  await quiet.getByRole('switch', { name: 'No notifications at these hours' }).check();
  await quiet.getByText('Until the next day.').waitFor();
  await quiet.getByRole('button', { name: 'Monday' }).click();
  await quiet.getByLabel('Until').fill('');
  await quiet.getByText('Please enter both times.').waitFor();
  expect(await quiet.getByRole('button', { name: 'Set quiet hours' }).isDisabled()).toBe(true);
  await quiet.getByLabel('Until').fill('06:30');
  await quiet.getByLabel('Time zone').selectOption('Europe/Vienna');
  await quiet.getByRole('button', { name: 'Set quiet hours' }).click();
  await quiet.getByRole('button', { name: 'Set quiet hours' }).waitFor({ state: 'detached' });

  await phone.page.reload();
  await quiet.getByText('Until the next day.').waitFor();
  // The server's answer may be shown before the change that waits on the device.
  await expect.poll(() => quiet.getByLabel('Until').inputValue()).toBe('06:30');
  expect(await quiet.getByLabel('Time zone').inputValue()).toBe('Europe/Vienna');
  expect(await quiet.getByRole('button', { name: 'Monday' }).getAttribute('aria-pressed')).toBe('false');
  const spans = [2, 3, 4, 5, 6, 0].map((day) => ({ day, fromMinute: 1_320, untilMinute: 390 }));
  const hours = async () => (await account(phone)).quietHours;
  await expect.poll(hours).toEqual({ zone: 'Europe/Vienna', spans });

  const onOrOff = quiet.getByRole('switch', { name: 'No notifications at these hours' });
  // What was not set yet is not stored by the switch.
  await quiet.getByRole('button', { name: 'Other hours' }).click();
  await onOrOff.uncheck();
  await expect.poll(hours).toBe(null);
  await onOrOff.check();
  await expect.poll(hours).toEqual({ zone: 'Europe/Vienna', spans });
});

test('hiding on one device also hides on the other', async () => {
  await openSettings(phone, 'place');
  await openSettings(desk);
  const hide = (person: Person) => section(person, 'Where others see you').getByRole('switch', { name: 'Hide me on the map' });
  // The device stores the choice and retries while the server is overloaded.
  const busy = { status: 429, headers: { 'retry-after': '1' }, json: { statusCode: 429, error: '', message: '', code: '' } };
  let refusals = 0;
  await phone.page.route('**/api/settings', (route) =>
    route.request().method() === 'PUT' && refusals++ === 0 ? route.fulfill(busy) : route.fallback(),
  );
  await hide(phone).check();
  await expect.poll(() => hide(desk).isChecked()).toBe(true);
  expect(refusals).toBeGreaterThan(1);
  expect(await account(desk)).toMatchObject({ hide: true });
  await desk.page.reload();
  await expect.poll(() => hide(desk).isChecked()).toBe(true);
  await hide(desk).uncheck();
  await expect.poll(() => hide(phone).isChecked()).toBe(false);
  expect(await account(phone)).toMatchObject({ hide: false });
});

test('a blocked member is listed in the settings, can be unblocked there, and blocked again', async () => {
  const id = String((await account(phone)).defaultProfileId);
  const plain = { profilePicIds: [], height: '', weight: '', description: '', characteristics: [] };
  await put(phone, '/api/profile', { id, profilename: 'Ada', birthdate: '1990-01-01', ...plain });
  await put(phone, '/api/profile-like', { likerProfileId: id, likedProfileId: ben.profileId, blocked: true });
  await openSettings(phone, 'blocked');
  const blocked = section(phone, 'Blocked members');
  await blocked.getByRole('link', { name: 'Ben' }).waitFor();
  const seen = () =>
    ben.ask('GET', `/api/profile/${id}?admin=false`).then(
      () => true,
      () => false,
    );
  await blocked.getByRole('button', { name: 'Unblock Ben' }).click();
  await blocked.getByText('No longer blocked').waitFor();
  await expect.poll(seen).toBe(true);
  await blocked.getByRole('button', { name: 'Block Ben again' }).click();
  await blocked.getByRole('button', { name: 'Unblock Ben' }).waitFor();
  await expect.poll(seen).toBe(false);
  const held = Promise.withResolvers<void>();
  await phone.page.route('**/api/profile-like', (route) => held.promise.then(() => route.continue()));
  const unblock = blocked.getByRole('button', { name: 'Unblock Ben' });
  await unblock.click();
  await expect.poll(() => unblock.isDisabled()).toBe(true);
  expect(await blocked.getByText('No longer blocked').count()).toBe(0);
  held.resolve();
  await blocked.getByText('No longer blocked').waitFor();
  // Blocking another member outdates the list, which is loaded without the unblocked one.
  const cem = await signUp(server, 'Cem');
  const blockCem = (isBlocked: boolean) =>
    put(phone, '/api/profile-like', { likerProfileId: id, likedProfileId: cem.profileId, blocked: isBlocked });
  await blockCem(true);
  await blocked.getByRole('button', { name: 'Unblock Cem' }).waitFor();
  expect(await blocked.getByRole('button', { name: 'Block Ben again' }).count()).toBe(1);
  await blockCem(false);
  await phone.page.reload();
  await blocked.getByText('You haven’t blocked anyone.').waitFor();
});

test('a liked member is listed among the likes again once they are unblocked in the settings', async () => {
  const id = String((await account(phone)).defaultProfileId);
  await put(phone, '/api/profile-like', { likerProfileId: id, likedProfileId: ben.profileId, likeType: 'LIKE', blocked: true });
  await openSettings(phone, 'blocked');
  const liked = phone.page.locator('#main').getByRole('link', { name: 'Ben' });
  await visit(phone.page, '/likes/youlikedprofile');
  await phone.page.getByText('Have no suitors have caught your eye?').waitFor();
  await phone.page.goBack();
  await section(phone, 'Blocked members').getByRole('button', { name: 'Unblock Ben' }).click();
  await section(phone, 'Blocked members').getByText('No longer blocked').waitFor();
  await visit(phone.page, '/likes/youlikedprofile');
  await liked.waitFor();
});

test('a new email address waits for its link, which can be sent again or given up; only who opens it learns that the address is taken', async () => {
  await openSettings(phone, 'account');
  await main(phone).getByLabel('Email').fill('ben@example.org');
  await save(phone).click();
  const waiting = main(phone).getByRole('note').filter({ hasText: 'A link is on its way to ben@example.org' });
  await waiting.waitFor();
  const taken = await server.linkTo('ben@example.org');
  await waiting.getByRole('button', { name: 'Send it again' }).click();
  await waiting.getByText('it may take ten minutes').waitFor();
  const visitor = await openPerson();
  await visitor.page.goto(taken);
  await visitor.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await visitor.page
    .getByText('Could not save your settings.  Perhaps your email address is already registred to another account.')
    .waitFor();
  await visitor.leave();

  // The notice stays, because the member must not learn that the address belongs to an account.
  await openSettings(phone, 'account');
  await waiting.waitFor();
  await main(phone).getByLabel('Email').fill('ada.new@example.org');
  await save(phone).click();
  const free = main(phone).getByRole('note').filter({ hasText: 'A link is on its way to ada.new@example.org' });
  await free.getByRole('button', { name: 'Cancel the change' }).click();
  await free.waitFor({ state: 'detached' });
  expect(await account(phone)).toMatchObject({ email: address, pendingEmail: null });
});

test('a new password needs a recent login, for which a link is emailed, and logs out all other sessions', async () => {
  await openSettings(desk);
  await openSettings(phone);
  await receivesChangesOf(desk, phone);
  await show(phone, 'account');
  // Makes the login appear to be a quarter of an hour old.
  await phone.page.route('**/api/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 403,
          json: { statusCode: 403, error: 'Forbidden', message: 'Please log in again.', code: 'reauth' },
        })
      : route.continue(),
  );
  await main(phone).getByLabel('New password', { exact: true }).fill(password);
  await main(phone).getByLabel('New password again').fill(password);
  await save(phone).click();
  await main(phone).getByText('To change your password, first log in with a link').waitFor();
  expect(await main(phone).getByLabel('New password', { exact: true }).inputValue()).toBe(password);
  await main(phone).getByRole('button', { name: 'Email me a login link' }).click();
  await main(phone).getByText(`If ${address} can receive email, a login link is on its way.`).waitFor();
  await phone.page.unroute('**/api/settings');

  await phone.page.goto(await loginMail());
  await phone.page.waitForURL(`${server.origin}/settings#account`);
  await main(phone).getByLabel('New password', { exact: true }).fill(password);
  await main(phone).getByLabel('New password again').fill(password);
  await save(phone).click();
  await saved(phone).waitFor();
  // Without an action on the other device, only its socket can have notified it.
  await desk.page.waitForURL('**/login');
  await until('the notice of it', async () => (await server.mailTo(address)).includes('Your password was changed'));
});

test('signing out another session closes its socket, shows its login, and removes it from the list', async () => {
  await main(desk).getByLabel('Email').fill(address);
  await main(desk).getByLabel('Password', { exact: true }).fill(password);
  await main(desk).getByRole('button', { name: 'Log in', exact: true }).click();
  await main(desk).getByLabel('Precision').waitFor();
  await openSettings(phone, 'sessions');
  const list = section(phone, 'Where you are logged in');
  await list.getByText('This device').waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await receivesChangesOf(desk, phone);
  await show(phone, 'sessions');
  await list.getByRole('button', { name: 'Log out Chrome on Linux' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await desk.page.waitForURL('**/login');
});

test('signing out everywhere asks for confirmation, and ends this session too', async () => {
  await openSettings(phone, 'sessions');
  await section(phone, 'Where you are logged in').getByRole('button', { name: 'Log out everywhere' }).click();
  const question = phone.page.getByRole('dialog', { name: 'Log out everywhere?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await section(phone, 'Where you are logged in').getByRole('button', { name: 'Log out everywhere' }).click();
  await question.getByRole('button', { name: 'Log out all devices' }).click();
  await main(phone).getByText('You are being logged out.').waitFor();
  await expect.poll(() => phone.page.evaluate(async () => (await fetch('/api/settings')).status)).toBe(401);
});

test('the console has no errors', () => {
  // The rejected password and the sockets of ended sessions are expected.
  const ownFaults = [...phone.complaints, ...desk.complaints].filter((text) => !/403|WebSocket/.test(text));
  expect(ownFaults).toEqual([]);
});
