// Walks through the app by keyboard alone: lists are one stop of the Tab key, and the focus returns to where it came from.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIn } from '#scripts/screens/states.ts';
import { desktop, openDemo } from './support/demo.ts';
import { hasVisibleRing } from './support/focus-ring.ts';
import { keptDataScript, keptEntry } from './support/kept-data.ts';

const maxStops = 40;

const demo = openDemo();
let page: Page;

beforeEach(async () => {
  const context = await openIn(demo.browser, 'filled', desktop, demo.server, 0);
  context.setDefaultTimeout(60_000);
  await context.addInitScript(keptDataScript());
  page = await context.newPage();
});
afterEach(() => page.context().close());

const press = (key: string) => page.keyboard.press(key);

/** The address of the focused link, or the name or text of another element. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('href') ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

const isFocusIn = (selector: string) => page.evaluate((within) => document.activeElement?.closest(within) != null, selector);

/** Presses a key until an element has the focus. Returns how often. */
async function goTo(selector: string, key = 'Tab'): Promise<number> {
  for (let stops = 1; stops <= maxStops; stops += 1) {
    await press(key);
    if (await isFocusIn(selector)) return stops;
  }
  throw new Error(`${key} does not reach ${selector}`);
}

const linksIn = (list: string) => page.locator(`${list} > li .person-link, ${list} > li > a`);
const hrefOf = (list: string, at: number) => linksIn(list).nth(at).getAttribute('href');

/** True if a ring can be seen at the edges of what has the focus. Besides the ring, nothing may change. */
const hasRing = () => hasVisibleRing(page);

test('tiles are one stop; arrows, Home and End move between them, and back from a profile leads to its tile', async () => {
  // People are sorted anew when the member's own location is reported.
  await Promise.all([page.waitForResponse(/profile-position/), page.goto(`${demo.server.origin}/search/tile`)]);
  await linksIn('.tiles').nth(10).waitFor();
  // The list from the device is replaced by the server's, which may have another order.
  await page.waitForLoadState('networkidle');
  await goTo('.tiles');
  expect(await focused()).toBe(await hrefOf('.tiles', 0));
  expect(await hasRing()).toBe(true);
  await press('Tab');
  expect(await isFocusIn('.tiles')).toBe(false);
  await press('Shift+Tab');
  // Ten tiles are beside each other.
  await press('ArrowDown');
  expect(await focused()).toBe(await hrefOf('.tiles', 10));
  await press('ArrowUp');
  expect(await focused()).toBe(await hrefOf('.tiles', 0));
  await press('End');
  expect(await focused()).toBe(await linksIn('.tiles').last().getAttribute('href'));
  await press('Home');
  await press('ArrowRight');
  await press('ArrowRight');
  const third = await hrefOf('.tiles', 2);
  expect(await focused()).toBe(third);
  await press('Enter');
  await page.waitForURL(`**${third}`);
  await expect.poll(() => isFocusIn('#main h1')).toBe(true);
  await page.goBack();
  await expect.poll(focused).toBe(third);
  // The list is asked for again meanwhile, and its order may have changed with the published places.
  await page.waitForLoadState('networkidle');
  await press('ArrowLeft');
  expect(await page.evaluate(hrefAfterFocused)).toBe(third);
});

test('the heading of a screen that loads slowly gets the focus when it is there', async () => {
  const isLoaded = Promise.withResolvers<void>();
  await page.goto(`${demo.server.origin}/search/tile`);
  await linksIn('.tiles').nth(2).waitFor();
  await page.route('**/api/profile/*', (route) => isLoaded.promise.then(() => route.fallback()));
  await linksIn('.tiles').nth(2).click();
  await page.waitForURL('**/profile/*');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  isLoaded.resolve();
  await expect.poll(() => isFocusIn('#main h1')).toBe(true);
});

test('from the list of conversations to a message, the editor and back to the row', async () => {
  await page.goto(`${demo.server.origin}/chat/personal`);
  await linksIn('.chat-rows').nth(2).waitFor();
  await goTo('.chat-rows');
  await press('ArrowDown');
  const second = await hrefOf('.chat-rows', 1);
  expect(await focused()).toBe(second);
  expect(await hasRing()).toBe(true);
  await press('Tab');
  expect(await isFocusIn('.chat-rows')).toBe(false);
  await press('Shift+Tab');
  await press('Enter');
  await page.waitForURL(`**${second}`);
  await expect.poll(() => isFocusIn('.conversation textarea')).toBe(true);
  await page.getByRole('log').getByRole('listitem').last().waitFor();
  await goTo('[role=log] [data-key]', 'Shift+Tab');
  await press('Home');
  const first = await focused();
  await press('ArrowDown');
  expect(await isFocusIn('[role=log] [data-key]')).toBe(true);
  expect(await focused()).not.toBe(first);
  await press('Escape');
  expect(await isFocusIn('.conversation textarea')).toBe(true);
  await page.goBack();
  await expect.poll(focused).toBe(second);
});

test('with a touch screen the heading of the opened conversation has the focus, and few stops lead to the editor', async () => {
  await page.context().close();
  const context = await openIn(demo.browser, 'filled', { ...desktop, name: 'phone' }, demo.server, 0);
  page = await context.newPage();
  await page.goto(`${demo.server.origin}/chat/personal`);
  await linksIn('.chat-rows').nth(2).waitFor();
  await goTo('.chat-rows');
  await press('Enter');
  await expect.poll(() => isFocusIn('.conversation h1')).toBe(true);
  await page.getByRole('log').getByRole('listitem').last().waitFor();
  expect(await goTo('.conversation textarea')).toBeLessThanOrEqual(10);
});

test('a sheet keeps the focus until Escape, which returns it to the button', async () => {
  await page.goto(`${demo.server.origin}/search/tile`);
  await linksIn('.tiles').nth(2).waitFor();
  await goTo('[aria-label=Filters]');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let stops = 0; stops < 12; stops += 1) {
    await press('Tab');
    expect(
      await page.evaluate(() => document.activeElement?.closest('dialog') ?? document.activeElement === document.body),
    ).not.toBe(false);
  }
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Filters');
});

/** On a slow device, between the key press on a link and the next screen. */
test.each([
  // A busy machine may paint no frame between the skeleton and the next screen.
  [
    'while a skeleton hides the screen',
    () => document.activeElement === document.body || document.querySelector('#main h1')?.textContent !== 'Map',
  ],
  ['while the next screen has a skeleton', () => document.querySelector('#main h1')?.textContent !== 'Map'],
])('a member who goes back %s has the focus on the link again', async (_, isDue) => {
  const session = await page.context().newCDPSession(page);
  await page.goto(`${demo.server.origin}/search/map`);
  await linksIn('.near-list > ul').nth(2).waitFor();
  const second = await hrefOf('.near-list > ul', 1);
  await page.locator(`.near-list a[href="${second}"]`).first().focus();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.keyboard.press('Enter');
  await page.waitForFunction(isDue, undefined, { polling: 'raf' });
  await page.evaluate(() => history.back());
  await page.waitForURL('**/search/map');
  await expect.poll(focused).toBe(second);
});

test('on the map, keys move and zoom, and the list beside it leads to its members and back', async () => {
  await page.goto(`${demo.server.origin}/search/map`);
  await linksIn('.near-list > ul').nth(2).waitFor();
  await goTo('[role=application]');
  expect(await hasRing()).toBe(true);
  const view = () => keptEntry<{ lat: number; lon: number; zoom: number }>(page, 'mapViewState');
  await press('ArrowUp');
  await expect.poll(view).not.toBeNull();
  const before = await view();
  await press('ArrowUp');
  await expect.poll(async () => (await view())?.lat).toBeGreaterThan(before?.lat ?? 90);
  await press('+');
  await expect.poll(async () => (await view())?.zoom).toBeGreaterThan(before?.zoom ?? 30);
  await press('-');
  await expect.poll(async () => Math.round((await view())?.zoom ?? 0)).toBe(Math.round(before?.zoom ?? 0));
  await linksIn('.near-list > ul').nth(2).waitFor();
  await goTo('.near-list > ul');
  await press('ArrowDown');
  const second = await focused();
  expect(second).toBe(await hrefOf('.near-list > ul', 1));
  await press('Enter');
  await page.waitForURL(`**${second}`);
  await page.goBack();
  await expect.poll(focused).toBe(second);
});

test('in the list beside the map, Show more moves the focus to the first new member', async () => {
  await page.route('**/api/profile-briefs/by-sector/**', async (route) => {
    const answer = await route.fetch();
    const briefs = (await answer.json()) as { profileId: string }[];
    const copies = briefs.flatMap((brief) => Array.from({ length: 9 }, () => ({ ...brief, profileId: crypto.randomUUID() })));
    await route.fulfill({ response: answer, json: copies });
  });
  await page.goto(`${demo.server.origin}/search/map`);
  const more = page.locator('.near-list').getByRole('button', { name: 'Show more' });
  await more.focus();
  const count = await linksIn('.near-list > ul').count();
  await press('Enter');
  await expect.poll(focused).toBe(await hrefOf('.near-list > ul', count));
});

test('a card of a member answers to the arrow keys, and its buttons to the Tab key', async () => {
  await page.goto(`${demo.server.origin}/search/swype`);
  const name = () => page.locator('.swipe-card h2').textContent();
  const first = await name();
  await press('ArrowRight');
  await expect.poll(name).not.toBe(first);
  const second = await name();
  await goTo('.pile-buttons');
  expect(await focused()).toBe('Dislike');
  expect(await hasRing()).toBe(true);
  await press('Tab');
  expect(await focused()).toBe('Skip');
  await press('Enter');
  await expect.poll(name).not.toBe(second);
  expect(await focused()).toBe('Skip');
});

test.each([
  { path: '/notifications', list: '.notification-days', item: '.notification' },
  { path: '/chat/broadcast', list: '[role=log]', item: '.broadcast' },
])('the list of $path is one stop with the controls of an item, and arrows move between items', async ({ path, list, item }) => {
  await page.goto(demo.server.origin + path);
  // Skeletons have the same classes.
  const items = page.locator(`${list} ${item}:not([aria-busy=true] *)`);
  await items.nth(2).waitFor();
  await page.waitForLoadState('networkidle');
  const focusedItem = () => items.evaluateAll((all) => all.findIndex((one) => one.contains(document.activeElement)));
  await goTo(list);
  expect(await focusedItem()).toBe(0);
  expect(await hasRing()).toBe(true);
  await press('ArrowDown');
  expect(await focusedItem()).toBe(1);
  await press('End');
  expect(await focusedItem()).toBe((await items.count()) - 1);
  await press('Home');
  await press('ArrowDown');
  await press('ArrowDown');
  expect(await focusedItem()).toBe(2);
  for (let stops = 0; await isFocusIn(list); stops += 1) {
    expect(await focusedItem()).toBe(2);
    expect(stops).toBeLessThan(8);
    await press('Tab');
  }
  await press('Shift+Tab');
  expect(await focusedItem()).toBe(2);
});

test('after a notification is deleted, the next one has the focus', async () => {
  await page.goto(`${demo.server.origin}/notifications`);
  const rows = page.locator('.notification');
  await rows.nth(3).waitFor();
  await page.waitForLoadState('networkidle');
  const focusedRow = () => rows.evaluateAll((all) => all.findIndex((one) => one.contains(document.activeElement)));
  const removeFocused = async (): Promise<number> => {
    const count = await rows.count();
    await press('Tab');
    await press('Enter');
    await expect.poll(() => rows.count()).toBe(count - 1);
    return count - 1;
  };
  await goTo('.notification-days');
  await press('ArrowDown');
  await removeFocused();
  await expect.poll(focusedRow).toBe(1);
  await press('End');
  const left = await removeFocused();
  await expect.poll(focusedRow).toBe(left - 1);
});

test('after the last notification is deleted, or all are cleared, the heading has the focus', async () => {
  await page.goto(`${demo.server.origin}/notifications`);
  const rows = page.locator('.notification');
  await rows.nth(3).waitFor();
  await page.waitForLoadState('networkidle');
  const heading = page.getByRole('heading', { level: 1, name: 'Notifications' });
  const isHeadingFocused = () => heading.evaluate((element) => element === document.activeElement);
  await page.getByRole('button', { name: 'Clear all' }).focus();
  await press('Enter');
  await rows.first().waitFor({ state: 'detached' });
  await expect.poll(isHeadingFocused).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await press('Enter');
  // The first of the restored notifications has the focus.
  await expect.poll(() => rows.first().evaluate((row) => row.contains(document.activeElement))).toBe(true);
  for (let count = await rows.count(); count > 0; count -= 1) {
    expect(await isHeadingFocused()).toBe(false);
    await press('Tab');
    await press('Enter');
    await expect.poll(() => rows.count()).toBe(count - 1);
  }
  await expect.poll(isHeadingFocused).toBe(true);
});

/** Runs in the page. Returns the link of the item after the one with the focus. */
function hrefAfterFocused(): string | null {
  const next = document.activeElement?.closest('li')?.nextElementSibling;
  return next?.querySelector('a')?.getAttribute('href') ?? null;
}

test('Escape ends the drag of a picture, which then opens by key', async () => {
  await page.goto(`${demo.server.origin}/profileEdit`);
  const first = page.locator('[data-picture]').first();
  await first.scrollIntoViewIfNeeded();
  await first.hover();
  const order = await page
    .locator('[data-picture] img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  await page.mouse.down();
  await page.mouse.move(0, 0, { steps: 3 });
  await page.locator('li.dragged').waitFor();
  await press('Escape');
  await page.locator('li.dragged').waitFor({ state: 'detached' });
  await page.mouse.up();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await first.getByRole('button').press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(
    await page.locator('[data-picture] img').evaluateAll((images) => images.map((image) => image.getAttribute('src'))),
  ).toEqual(order);
});
