// A visitor's screens: prerendered pages, redirects to the login, menu, quick hide, unknown paths, and a server that goes away.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { desktop, openPerson, phone, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

let server: RunningServer;
let visitor: Person;

beforeAll(async () => {
  server = await startServer();
  visitor = await openPerson();
});

afterAll(async () => {
  await visitor.leave();
  await server.stop();
});

const open = (path: string) => visitor.page.goto(server.origin + path, { waitUntil: 'networkidle' });
const heading = () => visitor.page.getByRole('heading', { level: 1 });

test('public pages come rendered from the server, and hydrate without errors', async () => {
  for (const [path, title] of [
    ['/', 'Good company, close by'],
    ['/login', 'Log in'],
    ['/register', 'Register / Recover Login'],
    ['/tos', 'Terms of Service'],
    ['/aboutus', 'About Us'],
    ['/support', 'Support'],
    ['/contactus', 'Contact Us'],
    ['/sorry', 'Technical Difficulties'],
  ] as const) {
    const html = await (await fetch(server.origin + path)).text();
    expect(html).toContain(`<h1>${title}</h1>`);
    await open(path);
    await expect.poll(() => heading().innerText()).toBe(title);
  }
  expect(visitor.complaints).toEqual([]);
});

test('home links to registration', async () => {
  await open('/');
  const main = visitor.page.getByRole('main');
  await main.getByRole('link', { name: 'Register', exact: true }).click();
  await visitor.page.waitForURL('**/register');
  expect(await visitor.page.title()).toBe('Register / Recover Login · Hearthside');
  await visitor.page.getByRole('link', { name: 'Hearthside, home', exact: true }).waitFor();
});

test('the first screen of a phone has whole faces, Register above the browser’s bars, and Log in', async () => {
  const { page } = visitor;
  const [width, withBars, whole] = [390, 664, 800];
  await page.setViewportSize({ width, height: withBars });
  await open('/');
  const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
  const main = page.getByRole('main');
  const [faces, header] = [await page.locator('.hero-look').boundingBox(), await page.getByRole('banner').boundingBox()];
  expect([faces?.x, faces?.width, faces?.y]).toEqual([0, width, header?.height]);
  // The slogan is over the lower end of the faces, where they have faded.
  const slogan = await heading().boundingBox();
  expect((slogan?.y ?? 0) - (faces?.y ?? 0)).toBeGreaterThan((faces?.height ?? 0) * 0.8);
  expect(await bottomOf(main.getByRole('link', { name: 'Register', exact: true }))).toBeLessThanOrEqual(withBars);
  expect(await bottomOf(main.getByRole('link', { name: 'Log in', exact: true }))).toBeLessThanOrEqual(whole);
  await page.setViewportSize(phone);
});

test('the header does not begin with the slogan that greets below it', async () => {
  await open('/');
  const slogan = visitor.page.locator('.slogan');
  expect(await slogan.textContent()).not.toBe(await heading().textContent());
});

test('what is typed while a message is being sent stays', async () => {
  await open('/contactus');
  const { page } = visitor;
  const arrived = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/contactus-messages', async (route) => {
    arrived.resolve();
    await slow.promise;
    await route.continue();
  });
  await page.getByLabel('Full name').fill('Nora Nowak');
  await page.getByLabel('Message').fill('The map is upside down.');
  await page.getByRole('button', { name: 'Send' }).click();
  await arrived.promise;
  await page.getByLabel('Message').fill('The map is upside down. Everywhere.');
  slow.resolve();
  await page.getByText('Message Sent, you may receive a reply').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('The map is upside down. Everywhere.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('');
  await page.unroute('**/api/contactus-messages');
});

test('the development banner can be dismissed permanently', async () => {
  await open('/');
  const banner = visitor.page.getByText('This site is under active development.');
  await visitor.page.getByRole('button', { name: 'Dismiss' }).click();
  expect(await banner.count()).toBe(0);
  await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await open('/register');
  expect(await banner.count()).toBe(0);
});

test('an unknown path shows Page Not Found with status 404 and a link home', async () => {
  const response = await open('/no/such/thing');
  expect(response?.status()).toBe(404);
  await expect.poll(() => heading().innerText()).toBe('Page Not Found');
  const words = visitor.page.getByText('Well, this is embarrassing. The feature you requested was not found.');
  // Each sentence begins a line.
  expect(await words.innerText()).toMatch(/embarrassing\.\nThe /);
  await visitor.page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await visitor.page.waitForURL(`${server.origin}/`);
});

test('a member screen redirects to the login', async () => {
  await open('/settings');
  expect(new URL(visitor.page.url()).pathname).toBe('/login');
});

test('the menu lists the screens open to visitors, and closes by Escape, back navigation and choosing', async () => {
  await open('/');
  const menu = visitor.page.getByRole('dialog', { name: 'Menu' });
  const openMenu = async () => {
    await visitor.page.getByRole('button', { name: 'Menu' }).click();
    await menu.waitFor();
  };
  await openMenu();
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    'Home',
    'Log in',
    'Register / Recover Login',
    'About Us',
    'Terms of Service',
    'Support',
    'Contact Us',
  ]);
  await visitor.page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await openMenu();
  await visitor.page.goBack();
  await menu.waitFor({ state: 'detached' });
  expect(new URL(visitor.page.url()).pathname).toBe('/');
  await openMenu();
  await menu.getByRole('link', { name: 'About Us' }).click();
  await menu.waitFor({ state: 'detached' });
  await visitor.page.waitForURL('**/aboutus');
  await visitor.page.getByRole('heading', { name: 'About Us', level: 1 }).waitFor();
  await visitor.page.goBack();
  await visitor.page.waitForURL(`${server.origin}/`);
});

test('pressing Escape twice covers everything, and pressing it twice again uncovers it', async () => {
  await open('/aboutus');
  const pressTwice = async () => {
    await visitor.page.keyboard.press('Escape');
    await visitor.page.keyboard.press('Escape');
  };
  await pressTwice();
  await visitor.page.getByRole('heading', { name: 'Notes' }).waitFor();
  expect(await visitor.page.title()).toBe('Notes');
  await pressTwice();
  await expect.poll(() => visitor.page.title()).toBe('About Us · Hearthside');
});

test('below the cover nothing can be reached or is read out, and what happens there does not change the title', async () => {
  await open('/aboutus');
  await visitor.page.getByRole('button', { name: 'Menu' }).click();
  await visitor.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Support', exact: true }).click();
  await visitor.page.waitForURL('**/support');
  await visitor.page.getByRole('heading', { name: 'Support', level: 1 }).waitFor();
  const { keyboard } = visitor.page;
  for (const key of ['Escape', 'Escape', 'Tab', 'Tab']) await keyboard.press(key);
  await visitor.page.getByRole('heading', { name: 'Notes' }).waitFor();
  const focus = () => visitor.page.evaluate(() => document.activeElement?.closest('.frame')?.className ?? null);
  expect(await focus()).toBeNull();
  expect(await visitor.page.locator('main').evaluate((main) => main.closest('[inert]') !== null)).toBe(true);
  await visitor.page.goBack();
  await visitor.page.locator('h1', { hasText: 'About Us' }).waitFor({ state: 'attached' });
  expect([new URL(visitor.page.url()).pathname, await visitor.page.title()]).toEqual(['/aboutus', 'Notes']);
  for (const key of ['Escape', 'Escape']) await keyboard.press(key);
  await expect.poll(() => visitor.page.title()).toBe('About Us · Hearthside');
  expect(await visitor.page.locator('main').evaluate((main) => main.closest('[inert]'))).toBeNull();
});

test('a long press on the logo covers everything without leaving the screen', async () => {
  await open('/aboutus');
  await visitor.page.getByRole('link', { name: /^Hearthside/ }).hover();
  await visitor.page.mouse.down();
  await visitor.page.getByRole('heading', { name: 'Notes' }).waitFor();
  await visitor.page.mouse.up();
  expect(new URL(visitor.page.url()).pathname).toBe('/aboutus');
});

test('empty fields and an email address without an @ show an error', async () => {
  await open('/login');
  const main = visitor.page.getByRole('main');
  await main.getByRole('button', { name: 'Log in', exact: true }).click();
  await main.getByText('Please enter your email address').waitFor();
  await main.getByText('Please enter your password').waitFor();
  await main.getByLabel('Email').fill('ada');
  await main.getByText('An email address contains an @').waitFor();
});

test('the password can be shown', async () => {
  await open('/login');
  const password = visitor.page.getByLabel('Password', { exact: true });
  expect(await password.getAttribute('type')).toBe('password');
  await visitor.page.getByRole('button', { name: 'Show password' }).click();
  expect(await password.getAttribute('type')).toBe('text');
});

test('wrong credentials show an error', async () => {
  await open('/login');
  const main = visitor.page.getByRole('main');
  await main.getByLabel('Email').fill('nobody@example.org');
  await main.getByLabel('Password', { exact: true }).fill('a wrong one');
  await main.getByRole('button', { name: 'Log in', exact: true }).click();
  await main.getByText('Password and/or Email address is incorrect').waitFor();
});

test('a mailed link that no longer works does not blame the password', async () => {
  await open(`/login#token=${Buffer.from('used-link:secret').toString('base64url')}`);
  const main = visitor.page.getByRole('main');
  await main.getByText('This link no longer works.').waitFor();
  await main.getByRole('link', { name: 'Email me a login link' }).waitFor();
  expect(await main.getByText('Password and/or Email address is incorrect').count()).toBe(0);
});

test('Send Login Link is enabled once all three acknowledgements are ticked', async () => {
  await open('/register');
  const send = visitor.page.getByRole('button', { name: 'Send Login Link' });
  for (const box of ['Technical', 'Age', 'Law']) {
    expect(await send.isDisabled()).toBe(true);
    const checkbox = visitor.page.getByRole('checkbox', { name: box });
    const ground = () => checkbox.evaluate((input) => getComputedStyle(input.closest('.choice') ?? input).backgroundColor);
    const before = await ground();
    await checkbox.check();
    // The whole frame shows that it is ticked.
    expect(await ground()).not.toBe(before);
    if (box === 'Technical') await visitor.page.getByText('Still to tick: Age and Law').waitFor();
  }
  expect(await send.isEnabled()).toBe(true);
});

test('the way back from the sent mail leads to the address, and the boxes stay ticked', async () => {
  await open('/register');
  const { page } = visitor;
  await page.getByLabel('Email').fill('adda@example.org');
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect.poll(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(3);
});

test('the login leads to a link by email with the address that was typed', async () => {
  await open('/login');
  await visitor.page.getByLabel('Email').fill('ada@example.org');
  await visitor.page.getByRole('link', { name: 'Email me a login link' }).click();
  await visitor.page.getByRole('heading', { name: 'Register / Recover Login' }).waitFor();
  expect(new URL(visitor.page.url()).href).toBe(`${server.origin}/register`);
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe('ada@example.org');
});

test('the header shows since when the server is unreachable, until it is back', async () => {
  await open('/aboutus');
  await visitor.page.reload({ waitUntil: 'networkidle' });
  await visitor.context.setOffline(true);
  await visitor.page.getByText(/^Offline\. Last contact at/).waitFor();
  await visitor.context.setOffline(false);
  await visitor.page.getByText(/^Offline\./).waitFor({ state: 'detached' });
});

test('wide windows show the rail', async () => {
  await visitor.page.setViewportSize(desktop);
  await open('/');
  await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await visitor.page.waitForURL('**/aboutus');
});
