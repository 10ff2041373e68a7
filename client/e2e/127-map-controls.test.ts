// The note and the controls cover as little of the map as possible, and on phones the controls can be folded.
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '#shared/rules/limits.ts';
import { people } from './support/people.ts';
import { desktop, phone } from './support/person.ts';

const fixture = people({ isWithoutWorker: true });
let page: Page;

beforeEach(async () => {
  page = await fixture.open(await fixture.app.member({ name: 'Ada' }), '/tos');
  const place = { type: 'override', lat: -16.8, lng: 179.98, fixMs: null };
  await page.evaluate((kept) => localStorage.setItem('lastLocation', JSON.stringify(kept)), place);
  await page.setViewportSize(phone);
  await page.goto(`${fixture.app.origin}/search/map`);
  await button('Me: go to my marker').waitFor();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = async (selector: string) =>
  (await page.locator(selector).boundingBox()) ?? Promise.reject(new Error(`${selector} is on no screen.`));

type Box = Awaited<ReturnType<typeof box>>;
const isInside = (one: Box, other: Box) =>
  one.x >= other.x &&
  one.y >= other.y &&
  one.x + one.width <= other.x + other.width &&
  one.y + one.height <= other.y + other.height;
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

test.each([phone, desktop, { width: 320, height: 568 }, { width: 844, height: 390 }])(
  'the note covers nothing of the map and no tool covers another or the scale, at $width x $height',
  async (size) => {
    await page.setViewportSize(size);
    await page.getByRole('status').filter({ hasText: 'Others see you within' }).waitFor();
    const [note, map, scale] = [await box('.visibility-note'), await box('.map-frame'), await box('.map-view-scale')];
    expect(note.y + note.height).toBeLessThanOrEqual(map.y);
    const tools = await page.locator('.map-tool:visible').all();
    expect(tools).toHaveLength(size === desktop ? 6 : 8);
    const boxes = await Promise.all(tools.map((tool) => tool.boundingBox().then((found) => found ?? scale)));
    for (const [index, tool] of boxes.entries()) {
      expect(isInside(tool, map)).toBe(true);
      for (const other of [scale, ...boxes.slice(index + 1)]) expect(overlap(tool, other)).toBe(false);
    }
  },
);

test('for the first seconds each button but the zoom has its word, below the icon, where it covers few faces', async () => {
  // The words stay, however long a busy machine takes to measure them.
  await page.addInitScript((labelsMs) => {
    const wait = globalThis.setTimeout.bind(globalThis) as (...given: unknown[]) => number;
    Reflect.set(globalThis, 'setTimeout', (task: unknown, ms: unknown) => wait(task, ms === labelsMs ? 600_000 : ms));
  }, limits.mapLabelsMs);
  await page.reload();
  await button('Me: go to my marker').waitFor();
  const tools = page.locator('[data-labels] > .map-tool');
  const widths = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBeLessThanOrEqual(64);
  expect(await tools.allInnerTexts()).toEqual(['List', 'Walk', 'Hide', 'Me', 'Chat', '', '', 'Less']);
});

test('on a small phone the tools at the foot are a row, and the others one column', async () => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole('status').filter({ hasText: 'Others see you within' }).waitFor();
  const boxes = await Promise.all((await page.locator('.map-tool:visible').all()).map((tool) => tool.boundingBox()));
  const end = Math.max(...boxes.map((tool) => (tool ? tool.x + tool.width : 0)));
  expect(boxes.slice(0, -3).filter((tool) => tool && Math.abs(tool.x + tool.width - end) > 1)).toEqual([]);
  expect(new Set(boxes.slice(-3).map((tool) => tool?.y)).size).toBe(1);
});

test('sideways, the question where the member is stands below the line of the tab, and the map keeps most of the height', async () => {
  page = await fixture.open(await fixture.app.member({ name: 'Bea' }), '/search/map');
  await page.setViewportSize({ width: 740, height: 360 });
  await button('Use GPS').waitFor();
  const [tab, note, map] = [await box('.find-tabs'), await box('.visibility-note > p'), await box('.map-frame')];
  expect(note.y - tab.y - tab.height).toBeGreaterThanOrEqual(8);
  expect(map.height).toBeGreaterThan(180);
});

test('on a phone one button folds the others and brings them back, also by keyboard', async () => {
  const [fold, unfold, hide] = [button('Less: Hide the buttons'), button('More: Show the buttons'), button('Hide me on the map')];
  await fold.focus();
  await page.keyboard.press('Enter');
  await hide.waitFor({ state: 'hidden' });
  await button('Zoom in').waitFor({ state: 'hidden' });
  expect(await unfold.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await hide.waitFor();
  await button('Zoom in').waitFor();
  await page.setViewportSize(desktop);
  await fold.waitFor({ state: 'hidden' });
});

test('the choice to fold the buttons is remembered, a tap on the ground is not', async () => {
  const hide = button('Hide me on the map');
  await button('Less: Hide the buttons').click();
  await hide.waitFor({ state: 'hidden' });
  await page.reload();
  await button('More: Show the buttons').waitFor();
  expect(await hide.isVisible()).toBe(false);
  await button('More: Show the buttons').click();
  await hide.waitFor();
  await page.reload();
  await button('Less: Hide the buttons').waitFor();
  expect(await hide.isVisible()).toBe(true);
});

test.each([phone, desktop, { width: 320, height: 568 }, { width: 844, height: 390 }])(
  'the buttons are on few surfaces, each of them large enough for a finger, at $width x $height',
  async (size) => {
    await page.setViewportSize(size);
    await page.getByRole('status').filter({ hasText: 'Others see you within' }).waitFor();
    const groups = await page.locator('.map-tool-group:visible').all();
    const counts = await Promise.all(groups.map((group) => group.locator('.map-tool').count()));
    expect(counts).toEqual(size === desktop ? [4, 2] : [1, 4, 2, 1]);
    for (const group of groups) {
      const all = await group
        .locator('.map-tool')
        .evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect()).map(({ width, height }) => [width, height]));
      expect(Math.min(...all.flat())).toBeGreaterThanOrEqual(44);
    }
    const { height } = await box('.map-frame');
    const [first, last] = [await groups[0]?.boundingBox(), await groups.at(-1)?.boundingBox()];
    // In a low window the map is free below a single row.
    if (size.height === 390) expect((last?.y ?? 0) + (last?.height ?? 0) - (first?.y ?? 0)).toBeLessThan(height / 3);
  },
);

test('on a phone, no button is hidden below the open list', async () => {
  await button('List of people in view').click();
  const list = await box('.near-list');
  for (const tool of await page.locator('.map-tool:visible').all()) {
    const { y, height } = (await tool.boundingBox()) ?? { y: Infinity, height: 0 };
    expect(y + height).toBeLessThanOrEqual(list.y);
  }
  await button('Close the list').first().click();
  await button('Zoom in').waitFor();
});
