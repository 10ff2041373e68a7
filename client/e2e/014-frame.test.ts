// The frame around every screen: menu, keys, focus, version panel, switches, unread counts and header messages.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { keptEntry } from './support/kept-data.ts';
import { namingProblems } from './support/names.ts';

const trouble = 'Sorry this app is having trouble communicating with the server.';
let server: RunningServer;
let anton: Member;
let boris: Member;
let person: Person;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  [anton, boris] = [await signUp(server, 'Anton'), await signUp(server, 'Boris')];
  person = await openPerson({ isWithoutWorker: true, viewport: desktop, hasTouch: false, hasMotion: true });
  page = person.page;
  await anton.open(person, '/');
  await heading('Hello, Anton').waitFor();
});
afterAll(async () => {
  await person.leave();
  await server.stop();
});

const heading = (name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name });
const bar = () => page.getByRole('navigation', { name: 'Main' });
const menu = () => page.getByRole('dialog', { name: 'Menu' });
const keys = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const panel = () => page.getByRole('region', { name: 'Version' });
const pathOf = () => new URL(page.url()).pathname + new URL(page.url()).search;

/** The label of the focused element, or else the start of its text. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40) ?? '';
  });

async function openHome(): Promise<void> {
  await page.goto(server.origin);
  await heading('Hello, Anton').waitFor();
}

async function openMenu(): Promise<void> {
  await bar().getByRole('button', { name: 'More' }).click();
  await menu().waitFor();
}

test('home has a card for each of the ten screens in the specification, in order', async () => {
  const wanted = [
    '/search/map',
    '/search/tile',
    '/search/swype',
    '/search/profile',
    '/chat/personal',
    '/chat/broadcast',
    '/games',
    '/likes/profilelikedyou',
    '/profileEdit',
    '/settings',
  ];
  const cards = await page
    .getByRole('main')
    .locator('.home-cards')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(cards).toEqual(wanted);
});

test('the keyboard can skip to the content, and each new screen focuses its heading', async () => {
  await page.reload();
  await heading('Hello, Anton').waitFor();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await bar().getByRole('link', { name: 'Chats' }).focus();
  await page.keyboard.press('Enter');
  await heading('Your Conversations').waitFor();
  await expect.poll(focused).toBe('Your Conversations');
  await openMenu();
  await menu().getByRole('link', { name: 'Account Settings' }).focus();
  await page.keyboard.press('Enter');
  await menu().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Account Settings');
  await page.goBack();
  await expect.poll(focused).toBe('Your Conversations');
});

test('the menu traps the focus, and Escape returns it to the opening element', async () => {
  await openHome();
  await bar().getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Enter');
  await menu().waitFor();
  const stops = new Set<string>();
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside).toBe(true);
    stops.add(await focused());
  }
  for (const name of [
    'Close',
    'Home',
    'Map',
    'Account Settings',
    'Contact Us',
    'Keyboard shortcuts',
    'Copy for a problem report',
  ])
    expect([...stops]).toContain(name);
  await page.keyboard.press('Escape');
  await menu().waitFor({ state: 'detached' });
  expect(await focused()).toBe('More');
});

test('a dialog that is opened before the browser has left the history entry of the last one stays open', async () => {
  await openHome();
  await page.evaluate(() => {
    const { back } = History.prototype;
    History.prototype.back = function late() {
      setTimeout(() => back.call(this), 200);
    };
    addEventListener('popstate', () => document.body.setAttribute('data-left', ''));
  });
  await page.keyboard.press('?');
  await keys().waitFor();
  await page.keyboard.press('Escape');
  await keys().waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.locator('body[data-left]').waitFor();
  expect(await keys().isVisible()).toBe(true);
  await page.goBack();
  await keys().waitFor({ state: 'detached' });
  expect(pathOf()).toBe('/');
});

test('the menu closes automatically after 1,600 seconds', async () => {
  await page.clock.install();
  await openHome();
  await openMenu();
  await page.clock.fastForward(1_590_000);
  await expect.poll(() => menu().isVisible()).toBe(true);
  await page.clock.fastForward(20_000);
  await menu().waitFor({ state: 'detached' });
  await page.clock.resume();
});

test('a question mark lists the keyboard shortcuts, but not while the member types', async () => {
  await openHome();
  await page.keyboard.press('?');
  await keys().getByText('Hide the screen, or show it again').waitFor();
  await page.keyboard.press('Escape');
  await keys().waitFor({ state: 'detached' });
  await openMenu();
  await menu().getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await keys().waitFor();
  await page.goBack();
  await keys().waitFor({ state: 'detached' });
  expect(await menu().isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await menu().waitFor({ state: 'detached' });
  await page.goto(`${server.origin}/profileEdit`);
  await page.getByLabel('Public name').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('?');
  await expect.poll(() => page.getByLabel('Public name').inputValue()).toBe('Anton?');
  expect(await keys().count()).toBe(0);
  await page.keyboard.press('Backspace');
});

test('the version panel shows both commits and the reported location, and copies them for a problem report', async () => {
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation']);
  await page.evaluate(() =>
    localStorage.setItem('lastLocation', JSON.stringify({ type: 'override', lat: 33.47123, lng: -112.07321, fixMs: null })),
  );
  await page.goto(`${server.origin}/support`);
  await panel().getByText('33.471, -112.073').waitFor();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await panel().getByRole('button', { name: 'Copy for a problem report' }).click();
  await panel().getByText('Copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const [name, address] of [
    ['Frontend', '/version_frontend.json'],
    ['Backend', '/api/version'],
  ] as const) {
    const { gitCommitHash, gitCommitTs } = await (await fetch(server.origin + address)).json();
    expect(copied).toContain(`${name}: ${gitCommitHash} · ${gitCommitTs}`);
    const [day = '', minute = '', offset = ''] = gitCommitTs.split(/T|:\d\d(?=[+Z-])/);
    await panel()
      .getByText(`${gitCommitHash.slice(0, 10)} ${day} ${minute} ${offset}`)
      .first()
      .waitFor();
  }
  expect(copied).toContain('Reported location: 33.471, -112.073');
  expect(copied).not.toContain(anton.profileId);
});

test('profile and session ids are shown only in debug mode', async () => {
  await page.goto(`${server.origin}/support`);
  const session = () => page.evaluate(() => sessionStorage.getItem('session_id'));
  await expect.poll(session).not.toBeNull();
  expect(await panel().innerText()).not.toContain(anton.profileId);
  await panel().getByRole('switch', { name: 'Debug mode' }).check();
  await panel().getByText(anton.profileId).waitFor();
  await panel()
    .getByText(String(await session()), { exact: true })
    .waitFor();
  await panel().getByRole('switch', { name: 'Debug mode' }).uncheck();
  await panel().getByText(anton.profileId).waitFor({ state: 'detached' });
});

test('test mode requests test data in briefs and counts, and no test data once it is off', async () => {
  const asked = (kind: string, isOn: boolean) =>
    page.waitForRequest((request) => request.url().includes(kind) && request.url().includes(`includeTestData=${isOn}`));
  for (const isOn of [true, false]) {
    await openHome();
    await page.getByRole('switch', { name: 'Test mode' }).setChecked(isOn);
    expect(await page.evaluate(() => sessionStorage.getItem('TEST_MODE'))).toBe(String(isOn));
    const nearest = asked('/profile-briefs/nearest', isOn);
    await page.goto(`${server.origin}/search/tile`);
    await nearest;
    const around = Promise.race([asked('/profile-briefs/by-sector', isOn), asked('/profile-positions/aggregates', isOn)]);
    await page.goto(`${server.origin}/search/map`);
    await around;
  }
});

test('the bar counts new likes and unread messages as they arrive, until they are opened', async () => {
  await openHome();
  const likes = bar().getByRole('link', { name: /Likes/ });
  const chats = bar().getByRole('link', { name: /Chats/ });
  await expect.poll(() => keptEntry(page, 'likesSeen')).toBe(0);
  await boris.ask('PUT', '/api/profile-like', {
    likerProfileId: boris.profileId,
    likedProfileId: anton.profileId,
    likeType: 'LIKE',
  });
  await boris.say('Hello Anton', anton.profileId);
  await likes.getByText('1 new like', { exact: true }).waitFor({ state: 'attached' });
  await chats.getByText('1 unread message', { exact: true }).waitFor({ state: 'attached' });
  await likes.click();
  await heading('Liked You').waitFor();
  await likes.getByText('1 new like', { exact: true }).waitFor({ state: 'detached' });
  const tile = page.getByRole('main').getByRole('link', { name: 'Boris' });
  await tile.getByText('New', { exact: true }).waitFor();
  await openHome();
  await chats.getByText('1 unread message', { exact: true }).waitFor({ state: 'attached' });
  expect(await likes.getByText('new like').count()).toBe(0);
  await likes.click();
  await tile.waitFor();
  expect(await tile.getByText('New', { exact: true }).count()).toBe(0);
});

test('a server error after an action shows in the header for ten seconds without layout shift', async () => {
  await openHome();
  await person.context.route('**/api/session', (route) => route.fulfill({ status: 500, json: { code: 'server-trouble' } }));
  const place = () => page.getByRole('heading', { name: 'Quick settings' }).boundingBox();
  await page.getByRole('switch', { name: 'NSFW pictures' }).scrollIntoViewIfNeeded();
  const before = await place();
  const shownForMs = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let sinceMs: number | null = null;
        new MutationObserver(() => {
          const isShown = document.querySelector('.header-message')?.textContent?.includes(text) === true;
          if (isShown) sinceMs ??= performance.now();
          else if (sinceMs !== null) resolve(performance.now() - sinceMs);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    trouble,
  );
  await page.getByRole('switch', { name: 'NSFW pictures' }).click();
  await page.getByText(trouble).waitFor({ state: 'attached' });
  expect(await place()).toEqual(before);
  const ms = await shownForMs;
  expect(ms).toBeGreaterThan(9_900);
  // On a busy machine, timers fire late, never early.
  expect(ms).toBeLessThan(15_000);
  await person.context.unroute('**/api/session');
});

test.each([429, 503])('the header shows nothing when a background refetch fails with %i', async (status) => {
  await openHome();
  const answered = page.waitForResponse(
    (response) => response.url().includes('/api/notifications/') && response.status() === status,
  );
  await person.context.route('**/api/notifications/*', (route) =>
    route.fulfill({ status, headers: { 'retry-after': '1' }, json: { code: 'overloaded' } }),
  );
  await boris.say(`Are you there? ${status}`, anton.profileId);
  await answered;
  await bar().getByRole('link', { name: /Chats/ }).getByText('unread message').waitFor({ state: 'attached' });
  expect(await page.locator('.header-message').innerText()).toBe('');
  expect(pathOf()).toBe('/');
  await person.context.unroute('**/api/notifications/*');
});

test('a page load that fails with a server error leads to /sorry, and Try Again returns to the same screen', async () => {
  await person.context.route('**/api/settings', (route) => route.fulfill({ status: 500, json: { code: 'server-trouble' } }));
  await page.goto(`${server.origin}/likes/youlikedprofile?from=here`);
  await heading('Technical Difficulties').waitFor();
  expect(pathOf()).toBe('/sorry');
  await page.reload();
  await heading('Technical Difficulties').waitFor();
  await person.context.unroute('**/api/settings');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await heading('You Liked').waitFor();
  expect(pathOf()).toBe('/likes/youlikedprofile?from=here');
});

test('Try Again leads home if /sorry was opened directly', async () => {
  await page.goto(`${server.origin}/sorry`);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await heading('Hello, Anton').waitFor();
  expect(pathOf()).toBe('/');
});

test('under the mouse, a control with only an icon shows its current name', async () => {
  await anton.open(person, `/profile/${boris.profileId}`);
  const tooltip = page.locator('.tooltip');
  const hover = async (role: 'button' | 'link', name: string | RegExp, shown = name) => {
    await page.mouse.move(0, 0);
    const control = page.getByRole(role, { name, exact: true });
    await control.hover();
    await tooltip.getByText(shown, { exact: true }).waitFor();
    const [box, near] = [await tooltip.boundingBox(), await control.boundingBox()];
    expect(Math.abs((box?.y ?? 0) - (near?.y ?? 0))).toBeLessThan(60);
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(desktop.width);
  };
  await hover('link', /^Notifications/, 'Notifications');
  await hover('button', 'Like');
  expect(await namingProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await tooltip.waitFor({ state: 'hidden' });
  await hover('button', 'Remove Like');
  await page.getByRole('button', { name: 'Remove Like', exact: true }).click();
});

test('the title moves into the header once its heading has scrolled away, and the header becomes lower', async () => {
  await page.goto(`${server.origin}/settings`);
  const title = page.getByRole('banner').getByText('Account Settings');
  const lowerEdge = () => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);
  await heading('Account Settings').waitFor();
  expect([await title.count(), await lowerEdge()]).toEqual([0, 56]);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 300);
  await title.waitFor();
  expect(await lowerEdge()).toBe(44);
  expect(await page.getByRole('banner').locator('.slogan').count()).toBe(0);
  await page.mouse.wheel(0, -300);
  await title.waitFor({ state: 'detached' });
  expect(await lowerEdge()).toBe(56);
});

test('slogans are each shown once in the header of home, except with reduced motion', async () => {
  const slogan = () => page.locator('.slogan').innerText();
  await page.clock.install();
  await openHome();
  const first = await slogan();
  await page.clock.fastForward(8_100);
  await expect.poll(slogan).not.toBe(first);
  for (let turn = 0; turn < 3; turn += 1) await page.clock.fastForward(8_100);
  await expect.poll(slogan).toBe(first);
  await page.clock.fastForward(60_000);
  expect(await slogan()).toBe(first);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHome();
  await page.clock.fastForward(30_000);
  expect(await slogan()).toBe(first);
  await page.emulateMedia({ reducedMotion: null });
  expect(person.complaints.filter((text) => !/status of 50\d/.test(text))).toEqual([]);
});
