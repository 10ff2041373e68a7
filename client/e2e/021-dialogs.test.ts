// Dialogs, sheets and menus, and Find with filters, fit narrow phones with text of twice the size.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIn } from '#scripts/screens/states.ts';
import { violationsOn } from './support/axe.ts';
import { openDemo, phone } from './support/demo.ts';
import { show, type Look } from './support/each-screen.ts';
import { dialogProblems, smallTargets, textProblems } from './support/fit.ts';
import { recordShifts, watchRequests } from './support/still.ts';

const demo = openDemo();
let page: Page;
let session: CDPSession;
let untilStill: () => Promise<true>;

beforeAll(async () => {
  const context = await openIn(demo.browser, 'filled', phone, demo.server, 0);
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  session = await context.newCDPSession(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordShifts(page);
  ({ untilStill } = watchRequests(page));
});
afterAll(() => page.context().close());

const problemsOn = async (): Promise<string[]> => [
  ...(await textProblems(page)),
  ...(await smallTargets(page)),
  ...(await dialogProblems(page)),
];
const looks: readonly Look[] = [
  { name: 'on the narrowest phone', width: 320, height: 640, problemsOn },
  { ...phone, name: 'on a phone with text twice as large', textPx: 32, problemsOn },
  { name: 'on the narrowest phone with text twice as large', width: 320, height: 640, textPx: 32, problemsOn },
];
const [narrow] = looks as readonly [Look];

/** Returns what is wrong with the open dialog, in each size. */
async function problems(): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await show(page, session, look);
    await untilStill();
    found.push(...(await look.problemsOn(page)).map((problem) => `${look.name}: ${problem}`));
  }
  await show(page, session, narrow);
  return [...found, ...(await violationsOn(page))];
}

const button = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first();
const choose = (name: string) => page.getByRole('menuitem', { name }).click();

interface Opening {
  readonly name: string;
  readonly path: string;
  readonly open: () => Promise<void>;
}

const profile = '/profile/{profileId}';
const conversation = '/chat/personal/{profileId}';
const openings: readonly Opening[] = [
  { name: 'the side menu', path: '/tos', open: () => page.locator('.bar-item').last().click() },
  { name: 'the filters', path: '/search/tile', open: () => button('Filters').click() },
  { name: 'the places', path: '/search/tile', open: () => button('Places').click() },
  { name: 'the menu of a profile', path: profile, open: () => button('More actions').click() },
  {
    name: 'the report of a profile',
    path: profile,
    open: async () => {
      await button('More actions').click();
      await choose('Report');
    },
  },
  {
    name: 'the sharing of a profile',
    path: profile,
    open: async () => {
      await button('More actions').click();
      await choose('Share profile');
    },
  },
  {
    name: 'the menu of a conversation',
    path: conversation,
    open: () => page.locator('.conversation-header > .button').last().click(),
  },
  {
    name: 'the menu of a message',
    path: conversation,
    open: async () => {
      // A finger is held on the message instead.
      await page.getByRole('button', { name: 'More about this message' }).last().dispatchEvent('click');
    },
  },
  {
    name: 'the mute of a conversation',
    path: conversation,
    open: async () => {
      await page.locator('.conversation-header > .button').last().click();
      await choose('Mute');
    },
  },
  {
    name: 'the sheet of a member on the map',
    path: conversation,
    open: async () => {
      await page.locator('.conversation-header > .button').last().click();
      await choose('on the map');
      await page.waitForURL('**/search/map#*');
      await page.getByText(/Looking around|Nobody is in view/).waitFor({ state: 'detached' });
      await untilStill();
      const map = page.getByRole('application');
      const { x = 0, y = 0, width = 0, height = 0 } = (await map.boundingBox()) ?? {};
      await page.mouse.click(x + width / 2, y + height / 2);
    },
  },
  { name: 'the ways to add a picture', path: conversation, open: () => button('Add pictures').click() },
  {
    name: 'the pictures of the own profile',
    path: conversation,
    open: async () => {
      await button('Add pictures').click();
      await choose('Pictures of your profile');
    },
  },
  { name: 'the dialog of a picture', path: '/profileEdit', open: () => page.locator('[data-picture] button').first().click() },
  { name: 'the end of all sessions', path: '/settings#sessions', open: () => button('Log out everywhere').click() },
  { name: 'the deletion of the account', path: '/settings#delete', open: () => button('Delete my account').click() },
  { name: 'the list of keys', path: '/notifications', open: () => page.keyboard.press('?') },
];

test.each(openings)('$name fits', async ({ path, open }) => {
  await show(page, session, narrow);
  await page.goto(demo.server.origin + demo.server.addressOf(path));
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await untilStill();
  await open();
  await page.locator('dialog[open]').waitFor();
  expect(await problems()).toEqual([]);
});

test('the title in the header of a scrolled screen stays in the header', async () => {
  const [, , large] = looks as readonly [Look, Look, Look];
  await show(page, session, large);
  await page.goto(`${demo.server.origin}/settings`);
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.mouse.move(100, 400);
  await page.mouse.wheel(0, 900);
  const [header, title] = [page.locator('.header'), page.locator('.header-title-scrolled')];
  await title.waitFor();
  await untilStill();
  const [around, inside] = [await header.boundingBox(), await title.boundingBox()];
  expect(inside?.y).toBeGreaterThanOrEqual(around?.y ?? NaN);
  expect((inside?.y ?? NaN) + (inside?.height ?? NaN)).toBeLessThanOrEqual((around?.y ?? NaN) + (around?.height ?? NaN));
});

test('the four screens of Find fit while filters are on', async () => {
  await show(page, session, narrow);
  await page.goto(`${demo.server.origin}/search/tile`);
  await button('Filters').click();
  for (const name of ['With picture', 'Never chatted with']) await page.getByRole('switch', { name }).click();
  await page.getByLabel('Age from').fill('19');
  await page.getByLabel('Height from').fill('5’ 1');
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const found: string[] = [];
  for (const path of ['/search/tile', '/search/swype', '/search/profile', '/search/map']) {
    await page.locator(`.find-tabs [href="${path}"]`).click();
    await page.locator(`.find-tabs [href="${path}"][aria-current]`).waitFor();
    await page.locator('.find-chips').waitFor();
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    found.push(...(await problems()).map((problem) => `${path} ${problem}`));
  }
  expect(found).toEqual([]);
});

test('a dialog stays open when a text in it is selected beyond its edge, and closes on a click there', async () => {
  await show(page, session, narrow);
  await page.goto(`${demo.server.origin}/search/tile`);
  await button('Filters').click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Age from');
  await field.fill('25');
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(4, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await field.inputValue()).toBe('25');
  await page.mouse.click(4, y + height / 2);
  await dialog.waitFor({ state: 'detached' });
});

test('with large text on a low screen, the buttons of the filters leave room, and cover no field that has the focus', async () => {
  await show(page, session, { ...narrow, height: 480, textPx: 32 });
  await page.goto(`${demo.server.origin}/search/tile`);
  await button('Filters').click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.locator('[type=submit]').evaluate(linesOf)).toBe(1);
  expect(await dialog.locator('input').evaluateAll(coveredWithFocus)).toEqual([]);
  await show(page, session, { ...narrow, height: 560 });
  expect(await dialog.locator('input').evaluateAll(coveredWithFocus)).toEqual([]);
});

test.each(['/games/health'])('what sticks to the edges of %s covers nothing that has the focus', async (path) => {
  await show(page, session, { ...narrow, width: 390, height: 560 });
  await page.goto(demo.server.origin + path);
  const controls = page.locator('main :is(input, select, summary, button):not(:disabled):visible');
  await controls.nth(5).waitFor();
  await untilStill();
  expect(await controls.evaluateAll(coveredWithFocus)).toEqual([]);
});

/** Runs in the page. */
function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

/** Runs in the page. Focuses each control, forwards and backwards, and returns the names of those whose middle is covered. */
function coveredWithFocus(controls: readonly (HTMLElement | SVGElement)[]): string[] {
  return [...controls, ...controls.toReversed()].flatMap((control) => {
    control.focus();
    // Some boxes are drawn by their label.
    const target = control.clientWidth > 1 ? control : (control.closest('label') ?? control);
    const { left, right, top, bottom } = target.getBoundingClientRect();
    const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const seen = document.elementFromPoint((left + right) / 2, middle);
    return seen !== null && (target.contains(seen) || seen.contains(target)) ? [] : [control.textContent || control.outerHTML];
  });
}
