// A member's account: registration by email, login link, home, settings, expired sessions, logout and its traces.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { keptEntry } from './support/kept-data.ts';

const address = 'ada@example.org';
const password = 'lavender field at noon';
let server: RunningServer;
let ada: Person;

beforeAll(async () => {
  server = await startServer();
  ada = await openPerson();
});

afterAll(async () => {
  await ada.leave();
  await server.stop();
});

const main = () => ada.page.getByRole('main');
const pathOf = (page: Page) => new URL(page.url()).pathname;
const open = (path: string) => ada.page.goto(server.origin + path, { waitUntil: 'networkidle' });

/** Requests a login link on the screen and returns it from the email. */
async function requestLink(page: Page): Promise<string> {
  await page.goto(`${server.origin}/register`, { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(address);
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('If this address can receive email, a login link is on its way, or already there.').waitFor();
  expect(await page.getByRole('button', { name: 'Send Login Link' }).count()).toBe(0);
  return server.linkTo(address);
}

async function logInByPassword(page: Page): Promise<void> {
  await page.getByRole('main').getByLabel('Email').fill(address.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
}

/** A person whose pages are painted but hydrate only on demand. */
async function personBeforeHydration() {
  const early = await openPerson();
  let letCome = (): void => undefined;
  const script = new Promise<void>((resolve) => (letCome = resolve));
  await early.context.route('**/app.js', async (route) => {
    await script;
    await route.continue();
  });
  return { ...early, letCome };
}

test('a password entered before hydration is not submitted', async () => {
  const { page, context, letCome, leave } = await personBeforeHydration();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.origin}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not to be told');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Log in', exact: true }).dispatchEvent('click');
  letCome();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('Password and/or Email address is incorrect').waitFor();
  expect(page.url()).toBe(`${server.origin}/login`);
  expect(asked.filter((url) => /nobody|told/.test(url))).toEqual([]);
  await leave();
});

test('input made before hydration is kept', async () => {
  const { page, letCome, leave } = await personBeforeHydration();
  await page.goto(`${server.origin}/register`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('early@example.org');
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  letCome();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('a login link is on its way').waitFor();
  await page.getByText('early@example.org').waitFor();
  await leave();
});

test('a missing address is reported at its field, which gets the focus, and for another address the boxes stay ticked', async () => {
  const { page, leave } = await openPerson();
  await page.goto(`${server.origin}/register`, { waitUntil: 'networkidle' });
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('Please enter your email address').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  await page.keyboard.type('first@example.org');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Look in your mail' }).waitFor();
  expect(await page.getByLabel('Email').count()).toBe(0);
  await page.getByRole('button', { name: 'Use another address' }).click();
  await page.getByLabel('Email').fill('second@example.org');
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('second@example.org').waitFor();
  await leave();
});

test('a member sees no prerendered form, whose input hydration would remove', async () => {
  const { page, context, letCome, leave } = await personBeforeHydration();
  await context.addInitScript(() => localStorage.setItem('session', JSON.stringify({ profileId: 'somebody', roles: ['USER'] })));
  await page.goto(`${server.origin}/contactus`, { waitUntil: 'commit' });
  const name = page.getByLabel('Full name');
  await name.waitFor({ state: 'attached' });
  // Nothing is painted before the style sheet is loaded.
  await expect.poll(() => name.isVisible()).toBe(false);
  letCome();
  await name.fill('Ada');
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please write a message').waitFor();
  expect(await name.inputValue()).toBe('Ada');
  await leave();
});

test('an emailed link logs in automatically in the requesting browser, and leaves no trace in URL or history', async () => {
  const link = await requestLink(ada.page);
  await ada.page.goto(link);
  await main().getByRole('heading', { name: 'Hello' }).waitFor();
  expect(pathOf(ada.page)).toBe('/');
  await main().getByText('Your profile has no name yet').waitFor();
  await ada.page.goBack();
  expect(ada.page.url()).not.toContain('token');
});

test('home lists the screens and the quick settings once the profile has a name', async () => {
  await open('/');
  await main().getByLabel('Public name').fill('Ada');
  await main().getByLabel('Birthdate').fill('1990-05-17');
  await main().getByRole('button', { name: 'Next' }).click();
  await main().getByText('Step 2 of 3').waitFor();
  await open('/');
  await main().getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  for (const name of ['Map', 'Tiles', 'Chats', 'Liked You', 'Your Profile', 'Settings'])
    await expect.poll(() => main().getByRole('link', { name }).count()).toBe(1);
  await main().getByRole('switch', { name: 'Test mode' }).check();
  expect(await ada.page.evaluate(() => sessionStorage.getItem('TEST_MODE'))).toBe('true');
  await main().getByRole('switch', { name: 'NSFW pictures' }).check();
  await expect.poll(() => ada.page.evaluate(() => sessionStorage.getItem('show_nsfw'))).toBe('true');
});

test('a new tab has the switches and the session id of the first', async () => {
  const tab = await ada.context.newPage();
  await tab.goto(server.origin);
  const numberIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('session_id'));
  const first = await numberIn(ada.page);
  expect(Number(first)).toBeGreaterThan(0);
  await expect.poll(() => numberIn(tab)).toBe(first);
  await expect.poll(() => tab.evaluate(() => sessionStorage.getItem('TEST_MODE'))).toBe('true');
  await tab.close();
});

test('/register redirects a member to the settings', async () => {
  await open('/register');
  expect(pathOf(ada.page)).toBe('/settings');
});

test('different new passwords do not match, and equal ones are saved', async () => {
  await open('/settings#account');
  await main().getByLabel('New password', { exact: true }).fill(password);
  await main().getByLabel('New password again').fill('something else');
  await main().getByText('Passwords do not match').waitFor();
  await main().getByLabel('New password again').fill(password);
  await main().getByLabel('Name', { exact: true }).fill('Ada L.');
  await main().getByRole('button', { name: 'Save' }).click();
  await main().getByText('Saved', { exact: true }).waitFor();
  await main().getByText('Saved', { exact: true }).waitFor({ state: 'detached' });
  await ada.page.reload();
  expect(await main().getByLabel('Name', { exact: true }).inputValue()).toBe('Ada L.');
});

test('the theme applies immediately and after a restart', async () => {
  await open('/settings#display');
  const ground = () => ada.page.evaluate(() => getComputedStyle(document.body.parentElement ?? document.body).backgroundColor);
  const light = await ground();
  await main().getByLabel('Theme').selectOption('dark');
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await ada.page.reload();
  expect(await ground()).toBe(dark);
});

test('an exact point is explained before it is chosen, and the choice can be cancelled', async () => {
  await open('/settings#place');
  await main().getByLabel('Precision').selectOption('exact');
  const question = ada.page.getByRole('dialog', { name: 'Show an exact point?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await main().getByLabel('Precision').inputValue()).toBe('area');
});

test('server errors show in the header', async () => {
  await open('/settings#account');
  await ada.page.route('**/api/settings', (route) => route.fulfill({ status: 500, json: { code: 'server-trouble' } }));
  // Preferences would wait on the device.
  await main().getByLabel('Name', { exact: true }).fill('Ada M.');
  await main().getByRole('button', { name: 'Save' }).click();
  await ada.page.getByText('Sorry this app is having trouble communicating with the server.').waitFor();
  await ada.page.unroute('**/api/settings');
});

test('starting while the server fails leads to /sorry', async () => {
  await ada.page.route('**/api/settings', (route) => route.fulfill({ status: 500, json: { code: 'server-trouble' } }));
  await ada.page.goto(`${server.origin}/`);
  await ada.page.waitForURL('**/sorry');
  await main().getByRole('button', { name: 'Try Again' }).waitFor();
  await ada.page.unroute('**/api/settings');
});

test('a session that was ended on another device leads to the login, which returns to the same screen', async () => {
  await open('/settings');
  await ada.page.evaluate(() => fetch('/api/auth', { method: 'DELETE' }));
  await ada.page.reload();
  await ada.page.waitForURL('**/login');
  await logInByPassword(ada.page);
  await ada.page.waitForURL('**/settings');
  await main().getByRole('navigation', { name: 'Sections' }).waitFor();
});

test('a link requested in another browser needs confirmation, and then location sharing does too', async () => {
  const other = await openPerson();
  const link = await requestLink(other.page);
  await other.leave();
  await ada.page.goto(link);
  await main().getByText('requested in another browser').waitFor();
  expect(ada.page.url()).toBe(`${server.origin}/login`);
  await main().getByRole('button', { name: 'Log in', exact: true }).click();
  await ada.page.waitForURL(({ pathname }) => pathname !== '/login');
  await main().getByText('You are now logged in as Ada L.').waitFor();
  await main().getByRole('button', { name: 'Share my location' }).click();
  expect(await main().getByText('You are now logged in').count()).toBe(0);
});

test('a literal pair in the URL needs confirmation if the device has a member’s data', async () => {
  const link = Buffer.from(`${address}:${password}`).toString('base64url');
  await ada.page.goto(`${server.origin}/login?token=${link}`);
  await main().getByText('This link contains an email address and a password').waitFor();
  expect(ada.page.url()).toBe(`${server.origin}/login`);
  await main().getByRole('button', { name: 'Log in', exact: true }).click();
  await ada.page.waitForURL(({ pathname }) => pathname !== '/login');
  await main().getByRole('button', { name: 'Share my location' }).click();
});

test('logging out in one tab logs out the other, and deletes all member data on the device', async () => {
  const tab = await ada.context.newPage();
  await tab.goto(`${server.origin}/settings`, { waitUntil: 'networkidle' });
  await open('/logout');
  await main().getByText('You are being logged out.').waitFor();
  await tab.waitForURL('**/login');
  await expect.poll(() => tab.evaluate(() => sessionStorage.getItem('show_nsfw'))).toBe(null);
  await tab.close();
  await main().getByRole('link', { name: 'Login Again' }).click();
  await ada.page.waitForURL('**/login');
  const left = () =>
    ada.page.evaluate(async () => ({
      local: Object.keys(localStorage).filter((key) => localStorage.getItem(key)?.match(/[0-9a-f]{8}-|ada/i)),
      session: sessionStorage.getItem('show_nsfw'),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: (await caches.keys()).filter((name) => name !== 'hashed' && name !== 'builds' && !name.startsWith('build-')),
      theme: localStorage.getItem('theme'),
    }));
  await expect.poll(left).toEqual({ local: [], session: null, databases: [], caches: [], theme: '"dark"' });
});

test('a logout made offline ends the session on the server once it is reachable', async () => {
  await open('/login');
  await logInByPassword(ada.page);
  await main().getByRole('heading', { name: 'Hello' }).waitFor();
  await ada.page.getByRole('link', { name: 'Settings' }).click();
  await main().getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Log out' }).click();
  const logOut = main().getByRole('region', { name: 'Log out' }).getByRole('link', { name: 'Log out' });
  await logOut.waitFor();
  await ada.context.setOffline(true);
  await logOut.click();
  await main().getByRole('link', { name: 'Login Again' }).waitFor();
  await expect.poll(() => keptEntry(ada.page, 'session')).toBe(null);
  // Devices are online before their network works.
  let tries = 0;
  await ada.context.route(/\/api\/auth/, (route) => (tries++ === 0 ? route.abort() : route.continue()));
  await ada.context.setOffline(false);
  // More often would exceed the rate limit.
  await expect.poll(() => ada.page.evaluate(async () => (await fetch('/api/settings')).status), { interval: 500 }).toBe(401);
  expect(tries).toBeGreaterThan(1);
  await ada.context.unroute(/\/api\/auth/);
});

test('the console has no errors', () => {
  expect(ada.complaints.filter((text) => !text.includes('500'))).toEqual([]);
});
