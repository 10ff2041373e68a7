// Logging in and out: links in the requesting browser and others, two accounts on one device, ended sessions, and no traces.
import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  giveName,
  isAlive,
  main,
  startLoginServer,
  pairIn,
  sessionOf,
  standAt,
  type LoginServer,
} from './support/login-server.ts';
import { setTextSize } from './support/fit.ts';
import { passTime, type Person, type PersonOptions } from './support/person.ts';
import { until } from './support/server.ts';
import { keptEntry, keptRows } from './support/kept-data.ts';

/** Matches the path with any query. */
const authCall = /\/api\/auth(\?|$)/;

let loginServer: LoginServer;
beforeAll(async () => {
  loginServer = await startLoginServer();
});
afterAll(() => loginServer.close());
afterEach(() => loginServer.closeBrowsers());

const somebody = (options?: PersonOptions) => loginServer.openPerson(options);

const pathOf = (page: Page) => new URL(page.url()).pathname;
const open = ({ page }: Person, to: string) => page.goto(loginServer.origin + to);
const record = (page: Page) => keptEntry(page, 'session');
const waitForDatabase = ({ page }: Person) =>
  until('the device database', () =>
    page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'member')).catch(() => false),
  );
const waitForWorker = ({ page }: Person) =>
  page.evaluate(() =>
    Promise.race([navigator.serviceWorker.ready, new Promise((resolve) => setTimeout(resolve, 20_000))]).then(() => true),
  );

/** The settings, once they show the member's email address. */
async function openOwnSettings(person: Person, email: string): Promise<void> {
  await open(person, '/settings');
  await main(person).getByRole('heading', { name: 'Account Settings' }).waitFor();
  await seeOwnAddress(person, email);
}

const seeOwnAddress = ({ page }: Person, email: string) =>
  until('the own address', async () => (await page.locator('input[type=email]').first().inputValue()) === email, 60_000);

/** Returns the latitude of the device's location. */
const latitudeOf = ({ page }: Person) =>
  page.evaluate(
    () => new Promise((resolve) => navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords.latitude))),
  );

/** Collects the profile ids of the location reports. */
function watchReports({ context }: Person): string[] {
  const reported: string[] = [];
  context.on('request', (request: Request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/profile-position/'))
      reported.push(request.url().split('/').at(-1) ?? '');
  });
  return reported;
}

test('a program that opens a link does not get past the button; the link’s owner can log in', async () => {
  const [owner, scanner] = [await somebody(), await somebody()];
  const link = await loginServer.requestLink(owner, 'scanned@example.org');
  await open(scanner, '/tos');
  await scanner.page.evaluate(() => localStorage.setItem('loginLinkAsked', String(Date.now())));
  for (let i = 0; i < 3; i++) {
    await open(scanner, '/tos');
    await scanner.page.goto(link);
    await main(scanner).getByText('requested in another browser').waitFor();
    expect(scanner.page.url()).toBe(`${loginServer.origin}/login`);
  }
  expect(await record(scanner.page)).toBe(null);
  await owner.page.goto(link);
  await main(owner).getByRole('heading', { name: 'Hello' }).waitFor();
});

test('a link that was opened without a connection waits on the screen, and logs in by a tap', async () => {
  const lost = await somebody();
  const link = await loginServer.requestLink(lost, 'lost@example.org');
  let isLost = true;
  await lost.page.route(authCall, (route) =>
    isLost && route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback(),
  );
  await lost.page.goto(link);
  await main(lost).getByText('You are offline. Please try again when you have a connection.').waitFor();
  expect(await main(lost).getByText('requested in another browser').count()).toBe(0);
  isLost = false;
  await main(lost).getByRole('button', { name: 'Log in', exact: true }).click();
  await main(lost).getByRole('heading', { name: 'Hello' }).waitFor();
});

test('a link of another browser needs one confirmation, even if the connection is lost then', async () => {
  const [owner, other] = [await somebody(), await somebody()];
  await other.page.goto(await loginServer.requestLink(owner, 'other-browser@example.org'));
  await main(other).getByText('requested in another browser').waitFor();
  await other.page.route(authCall, (route) => route.abort('connectionfailed'), { times: 1 });
  const logIn = main(other).getByRole('button', { name: 'Log in', exact: true });
  await logIn.click();
  await main(other).getByText('You are offline. Please try again when you have a connection.').waitFor();
  await logIn.click();
  await main(other).getByRole('heading', { name: 'Hello' }).waitFor();
});

test('a login by link after which the connection was lost is finished by a tap, since the link works once', async () => {
  const lost = await somebody();
  const link = await loginServer.requestLink(lost, 'half-way@example.org');
  let isLost = true;
  await lost.page.route('**/api/settings', (route) => (isLost ? route.abort('connectionfailed') : route.fallback()));
  await lost.page.goto(link);
  await main(lost).getByText('You are offline. Please try again when you have a connection.').waitFor();
  isLost = false;
  await main(lost).getByRole('button', { name: 'Log in', exact: true }).click();
  await main(lost).getByRole('heading', { name: 'Hello' }).waitFor();
});

test('another member’s link, opened on a member’s device, shares no location in any tab until the member agrees', async () => {
  const [boris, thief] = [await somebody(), await somebody()];
  const trap = await loginServer.requestLink(thief, 'trap@example.org');
  await loginServer.register(boris, 'boris@example.org');
  const reported = watchReports(boris);
  await standAt(boris, 33.45, -112.07);
  await open(boris, '/settings');
  await until('the own report', async () => reported.length > 0);
  const borisId = reported[0];
  const tab = await boris.context.newPage();
  await tab.goto(`${loginServer.origin}/settings`);
  await tab.getByRole('heading', { name: 'Account Settings' }).waitFor();
  await until('the report of the second tab', async () => reported.length > 1);
  reported.length = 0;

  await boris.page.goto(trap);
  await main(boris).getByRole('button', { name: 'Log in', exact: true }).click();
  await boris.page.waitForURL(({ pathname }) => pathname !== '/login');
  await main(boris).getByText('You are now logged in as trap@example.org').waitFor();
  await tab.getByText('You are now logged in as').waitFor();
  await standAt(boris, 33.5, -112.1);
  await boris.context.clock.install();
  for (const to of ['/search/tile', '/settings']) await open(boris, to);
  await main(boris).getByText('Your location is not shared until you allow it.').waitFor();
  // Longer than the second after which a change is reported.
  await passTime(boris, 2_500);
  expect(reported).toEqual([]);
  await showsWholeStrip(boris.page);
  await main(boris).getByRole('button', { name: 'Share my location' }).click();
  await until('the first report for the other account', async () => reported.length > 0);
  expect(reported).not.toContain(borisId);
});

/** On phones with text of several sizes, the strip shows all of its text and both buttons. */
async function showsWholeStrip(page: Page): Promise<void> {
  const strip = page.getByRole('region', { name: 'Your location' });
  const session = await page.context().newCDPSession(page);
  for (const [width, px] of [
    [390, 16],
    [320, 16],
    [390, 24],
    [320, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await setTextSize(session, px);
    const { cut, ends } = await strip.evaluate((element) => ({
      cut: [...element.querySelectorAll('p')].map((text) => text.scrollHeight - text.clientHeight),
      ends: [element, ...element.children].map((part) => part.getBoundingClientRect()).map((box) => [box.right, box.bottom]),
    }));
    const [[, bottom = 0] = []] = ends;
    expect(cut, `${width} px, text of ${px} px`).toEqual([0]);
    for (const [right = 0, end = 0] of ends) expect([right <= width, end <= bottom]).toEqual([true, true]);
  }
  await setTextSize(session, 16);
}

test('a second tab that is notified late of a session’s end does not end the next session', async () => {
  const ada = await somebody();
  await loginServer.register(ada, 'two-tabs@example.org');
  await open(ada, '/settings');
  const tab = await ada.context.newPage();
  await tab.goto(`${loginServer.origin}/settings`);
  await tab.getByRole('heading', { name: 'Account Settings' }).waitFor();
  const endings: string[] = [];
  await tab.route(authCall, async (route) => {
    endings.push(route.request().method());
    await until('the login of the first tab', async () => (await record(ada.page)) !== null);
    await route.continue();
  });
  const other = await somebody();
  const link = await loginServer.requestLink(other, 'two-tabs@example.org');
  await ada.page.goto(link);
  await main(ada).getByRole('button', { name: 'Log in', exact: true }).click();
  await main(ada).getByRole('heading', { name: 'Hello' }).waitFor();
  await tab.waitForURL('**/login');
  expect(endings).toEqual([]);
  expect(await isAlive(await sessionOf(ada, loginServer.origin))).toBe(true);
  await open(ada, '/settings');
  await main(ada).getByRole('heading', { name: 'Account Settings' }).waitFor();
});

test('a logout in one of five tabs leads the others to the login', async () => {
  const ada = await somebody();
  await loginServer.register(ada, 'five-tabs@example.org');
  const tabs = [];
  for (const to of ['/settings', '/search/tile', '/chat/personal', '/notifications']) {
    const tab = await ada.context.newPage();
    await tab.goto(loginServer.origin + to);
    tabs.push(tab);
  }
  await open(ada, '/logout');
  await ada.page.getByRole('link', { name: 'Login Again' }).waitFor();
  for (const tab of tabs) await tab.waitForURL('**/login');
  for (const tab of tabs) expect(await record(tab)).toBe(null);
});

test('the back button after a logout shows no member data', async () => {
  const ada = await somebody();
  await loginServer.register(ada, 'back@example.org');
  await openOwnSettings(ada, 'back@example.org');
  await open(ada, '/logout');
  await ada.page.getByRole('link', { name: 'Login Again' }).waitFor();
  for (let i = 0; i < 3; i++) {
    await ada.page.goBack({ waitUntil: 'commit' }).catch(() => undefined);
    await expect.poll(() => pathOf(ada.page)).toMatch(/^(\/login|\/register|\/|blank)$/);
    expect(await ada.page.locator('body').innerText()).not.toContain('back@example.org');
    expect(
      await ada.page.locator('input[type=email]').evaluateAll((all) => all.map((one) => Reflect.get(one, 'value'))),
    ).not.toContain('back@example.org');
  }
});

test('a page restored from the back/forward cache after the session has ended reloads and shows no member data', async () => {
  const ada = await somebody();
  await loginServer.register(ada, 'whole@example.org');
  await openOwnSettings(ada, 'whole@example.org');
  const isSeen = await ada.page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    keepEntry('session', null);
    return getComputedStyle(document.body).display !== 'none';
  });
  expect(isSeen).toBe(false);
  await expect.poll(() => record(ada.page)).toBe(null);
  await ada.page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await ada.page.waitForURL('**/login');
  await main(ada).getByRole('heading', { name: 'Log in', exact: true }).waitFor();
});

test('a settings response that arrives after the session has ended does not restore it', async () => {
  const ada = await somebody();
  await loginServer.register(ada, 'late@example.org');
  let letCome = (): void => undefined;
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await ada.context.route('**/api/settings', async (route) => {
    await held;
    await route.continue();
  });
  // The home screen may ask for them too, until it is left.
  const asked = ada.page.waitForRequest(
    (request) => request.url().endsWith('/api/settings') && new URL(request.frame().url()).pathname === '/settings',
  );
  await open(ada, '/settings');
  await asked;
  await ada.page.evaluate(() => keepEntry('session', null));
  await expect.poll(() => record(ada.page)).toBe(null);
  letCome();
  await ada.page.waitForURL('**/login');
  await ada.page.waitForLoadState('networkidle');
  expect(await record(ada.page)).toBe(null);
});

test('a logout whose tab is killed finishes at the next start, before anything shows, and on the server once online', async () => {
  const ada = await somebody({ isOnDisk: true });
  await loginServer.register(ada, 'killed@example.org');
  await open(ada, '/settings#leaving');
  await waitForDatabase(ada);
  await waitForWorker(ada);
  const session = await sessionOf(ada, loginServer.origin);
  // Neither the server call nor the wipe can finish. The browser would send a delayed call when it closes.
  await ada.context.route(authCall, (route) => route.abort());
  await ada.page.evaluate(() => {
    indexedDB.deleteDatabase = () => document.createElement('a') as unknown as IDBOpenDBRequest;
    caches.delete = () => new Promise(() => undefined);
  });
  await main(ada).getByRole('region', { name: 'Log out' }).getByRole('link', { name: 'Log out' }).click();
  await expect.poll(() => record(ada.page)).toBe(null);
  expect(await isAlive(session)).toBe(true);
  await ada.closeApp();

  await ada.openApp('about:blank');
  await loginServer.giveAddress(ada);
  await ada.context.addInitScript(() => {
    new MutationObserver(() => {
      const isSeen = document.querySelector('main h1:not([aria-busy="true"] *)') !== null;
      if (!isSeen || 'leftAtFirstSight' in globalThis) return;
      Reflect.set(globalThis, 'leftAtFirstSight', localStorage.getItem('wiping'));
    }).observe(document, { childList: true, subtree: true });
  });
  await ada.context.setOffline(true);
  await open(ada, '/settings');
  await main(ada).getByRole('heading', { name: 'Log in', exact: true }).waitFor();
  expect(await ada.page.evaluate((): unknown => Reflect.get(globalThis, 'leftAtFirstSight'))).toBe(null);
  expect(await ada.page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await isAlive(session)).toBe(true);
  await ada.context.setOffline(false);
  await until('the end of the session on the server', async () => !(await isAlive(session)));
});

test('opening the login offline ends the session once online', async () => {
  const ada = await somebody();
  await loginServer.register(ada, 'offline@example.org');
  await open(ada, '/settings');
  await waitForDatabase(ada);
  await waitForWorker(ada);
  const session = await sessionOf(ada, loginServer.origin);
  await ada.context.setOffline(true);
  await open(ada, '/login');
  await main(ada).getByRole('heading', { name: 'Log in', exact: true }).waitFor();
  await expect.poll(() => record(ada.page)).toBe(null);
  expect(await isAlive(session)).toBe(true);
  await ada.context.setOffline(false);
  await until('the end of the session on the server', async () => !(await isAlive(session)));
});

test('a session that ends with location reports and unsent messages leads to the login once; reports stop, and the messages wait for the same member', async () => {
  const ben = await loginServer.member('ben@example.org', 'Ben');
  const ada = await somebody({ geolocation: { latitude: 33.4567, longitude: -112.0834 }, isWithoutSync: true });
  await loginServer.register(ada, 'storm@example.org');
  await giveName(await sessionOf(ada, loginServer.origin), 'Ada');
  await waitForDatabase(ada);
  await ada.context.clock.install();
  const reported = watchReports(ada);
  await ada.page.evaluate(() =>
    localStorage.setItem('lastLocation', JSON.stringify({ type: 'device', lat: 33.45, lng: -112.07, fixMs: Date.now() })),
  );
  await open(ada, `/chat/personal/${ben.profileId}`);
  const editor = ada.page.getByRole('textbox', { name: /^Message to/ });
  await editor.waitFor();
  await until('a report of the device', async () => reported.length > 0);

  const visits: string[] = [];
  ada.page.on('framenavigated', (frame) => visits.push(new URL(frame.url()).pathname));
  await ada.context.route('**/api/message', (route) => route.abort());
  for (const text of ['one', 'two']) {
    await editor.fill(text);
    await ada.page.getByRole('button', { name: 'Send', exact: true }).click();
  }
  const waiting = () => outboxTexts(ada);
  await expect.poll(waiting).toEqual(['one', 'two']);
  // The session has ended on the server, and all pending calls fail now.
  const session = await sessionOf(ada, loginServer.origin);
  await session.send('DELETE', '/api/auth');
  await ada.context.unroute('**/api/message');
  await ada.page.evaluate(() => void dispatchEvent(new Event('online')));
  await ada.page.waitForURL('**/login');
  await main(ada).getByRole('heading', { name: 'Log in', exact: true }).waitFor();
  const before = reported.length;
  await ada.context.setGeolocation({ latitude: 33.6, longitude: -112.2 });
  await expect.poll(() => latitudeOf(ada)).toBe(33.6);
  // Longer than the interval in which a moved device is reported.
  await passTime(ada, 7_000);
  expect(reported).toHaveLength(before);
  expect(visits.filter((path) => path === '/login')).toHaveLength(1);
  expect(await waiting()).toEqual(['one', 'two']);

  await ada.page.goto(await loginServer.requestLink(ada, 'storm@example.org'));
  // The login returns to the previous screen.
  await editor.waitFor();
  await until('the messages', async () => {
    const answer = await ben.send('GET', `/api/messages/most-recent-with/${ben.profileId}`);
    return answer.bytes.includes('two');
  });
  await expect.poll(waiting).toEqual([]);
});

test('a login token in the query is removed from the URL before any call', async () => {
  const ada = await somebody();
  const link = await loginServer.requestLink(ada, 'query@example.org');
  const { username, password } = pairIn(link);
  const token = Buffer.from(`${username}:${password}`).toString('base64');
  const addresses: string[] = [];
  ada.page.on('request', (request) => {
    if (request.url().includes('/api/')) addresses.push(`${ada.page.url()} ${request.headers()['referer'] ?? ''}`);
  });
  await ada.page.goto(`${loginServer.origin}/login?token=${encodeURIComponent(token)}`);
  await main(ada).getByRole('heading', { name: 'Hello' }).waitFor();
  expect(addresses.length).toBeGreaterThan(1);
  expect(addresses.filter((text) => text.includes('token'))).toEqual([]);
});

/** The texts of the unsent messages, oldest first. */
const outboxTexts = async ({ page }: Person): Promise<unknown[]> =>
  (await keptRows<{ write: { body: { bodyText: string } } }>(page, 'outbox')).map(({ write }) => write.body.bodyText);
