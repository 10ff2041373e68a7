// A phone held sideways: pictures and cards are whole beside their buttons. Each screen is looked at in 020 and 025.
import type { Locator } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openIn } from '#scripts/screens/states.ts';
import { openDemo } from './support/demo.ts';
import { dialogProblems, setTextSize, textProblems } from './support/fit.ts';
import { sideways } from './support/sideways.ts';
import { recordShifts, watchRequests } from './support/still.ts';

const demo = openDemo(7);
let turn = 0;

async function openSideways() {
  const context = await openIn(demo.browser, 'filled', sideways, demo.server, turn);
  turn += 1;
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await recordShifts(page);
  const { untilStill } = watchRequests(page);
  const show = async (path: string): Promise<void> => {
    await page.goto(demo.server.origin + demo.server.addressOf(path), { waitUntil: 'domcontentloaded' });
    await page.locator(':root:not([data-session]) #main h1').first().waitFor({ state: 'attached' });
    await untilStill();
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await untilStill();
  };
  return { context, page, show, untilStill };
}

/** Throws if a part is not shown. */
async function boxOf(part: Locator) {
  const box = await part.first().boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Whether the whole element is on the screen, and only its parents or siblings cover it just inside its corners. */
const isWhole = (part: Locator): Promise<boolean> =>
  part.first().evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
    const inset = 12;
    return [left + inset, right - inset].every((x) =>
      [top + inset, bottom - inset].every((y) => {
        const above = document.elementFromPoint(x, y);
        return (
          above !== null && (element.contains(above) || above.contains(element) || above.parentElement === element.parentElement)
        );
      }),
    );
  });

test.each(['/search/swype', '/profilePicRateSwipe', '/games/ratinggame'])(
  'on %s the card is whole beside its buttons',
  async (path) => {
    const { page, show } = await openSideways();
    await show(path);
    const card = page.locator('.swipe-card');
    expect(await isWhole(card)).toBe(true);
    const { right, height } = await boxOf(card);
    expect(height).toBeGreaterThanOrEqual(200);
    for (const name of ['Dislike', 'Skip', 'Like']) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true });
      expect(await isWhole(button), name).toBe(true);
      expect((await boxOf(button)).x, name).toBeGreaterThan(right);
    }
  },
);

test('on a profile the picture is whole, and name and actions are beside it', async () => {
  const { page, show } = await openSideways();
  await show('/profile/{profileId}');
  const picture = await boxOf(page.locator('.portrait'));
  expect([picture.y, picture.height]).toEqual([0, sideways.height]);
  expect(picture.width / picture.height).toBeCloseTo(0.8, 2);
  for (const part of [page.getByRole('heading', { level: 1 }), page.getByRole('link', { name: 'Chat', exact: true }).last()]) {
    const { x, bottom } = await boxOf(part);
    expect(x).toBeGreaterThan(picture.right);
    expect(bottom).toBeLessThan(sideways.height);
  }
  expect(await isWhole(page.getByRole('button', { name: 'Back' }))).toBe(true);
});

test('the list of people is beside the map, and sheets and dialogs fit', async () => {
  const { page, show, untilStill } = await openSideways();
  await show('/search/map');
  expect((await boxOf(page.locator('.map-frame'))).bottom).toBe(sideways.height);
  await page.getByRole('button', { name: 'List of people in view' }).click();
  const map = await boxOf(page.locator('.map-frame'));
  const list = await boxOf(page.locator('.near-list'));
  expect(list.x).toBeGreaterThanOrEqual(map.right);
  expect(list.height).toBe(map.height);
  for (const name of ['Filters', 'Places']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    await untilStill();
    expect(await dialogProblems(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('with the keyboard open, a conversation shows two messages, the editor and the buttons beside them', async () => {
  const { page, show } = await openSideways();
  await page.setViewportSize({ width: 740, height: 180 });
  await show('/chat/personal/{profileId}');
  const editor = page.getByRole('textbox', { name: 'Message' });
  const log = await boxOf(page.locator('.log-scroller'));
  expect(await isWhole(editor)).toBe(true);
  expect(log.height).toBeGreaterThanOrEqual(120);
  const rows = page.getByRole('log').locator('[data-key]');
  for (const row of [rows.nth(-1), rows.nth(-2)]) expect((await boxOf(row)).y).toBeGreaterThanOrEqual(0);
  const buttons = page.locator('.conversation-header').getByRole('button');
  expect(await buttons.count()).toBe(3);
  for (const button of await buttons.all()) {
    expect(await isWhole(button)).toBe(true);
    expect((await boxOf(button)).right).toBeLessThanOrEqual(log.x);
  }
});

test('in large text, and beside a camera, the navigation stays whole', async () => {
  const { context, page, show } = await openSideways();
  const session = await context.newCDPSession(page);
  await show('/search/tile');
  const rail = await boxOf(page.locator('.bar'));
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, leftMax: 47, right: 47, rightMax: 47 } });
  expect((await boxOf(page.locator('.bar'))).width).toBe(rail.width + 47);
  expect((await boxOf(page.locator('.bar-item:visible'))).x).toBeGreaterThanOrEqual(47);
  expect((await boxOf(page.getByRole('main'))).right).toBe(sideways.width - 47);
  await setTextSize(session, 32);
  expect((await textProblems(page)).filter((problem) => problem.includes('bar'))).toEqual([]);
  for (const item of await page.locator('.bar-item:visible').all()) expect(await isWhole(item)).toBe(true);
});
