// The note and the buttons are beside the map, so that they cover nobody on it.
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
  'the note and the buttons cover nothing of the map, and no button another one, at $width x $height',
  async (size) => {
    await page.setViewportSize(size);
    await page.getByRole('status').filter({ hasText: 'Others see you within' }).waitFor();
    const [note, screen, map] = [await box('.visibility-note'), await box('.map-screen'), await box('.map-view')];
    expect(note.y + note.height).toBeLessThanOrEqual(map.y);
    const tools = await page.locator('.map-tool:visible').all();
    expect(tools).toHaveLength(size === desktop ? 6 : 7);
    const boxes = await Promise.all(tools.map((tool) => tool.boundingBox().then((found) => found ?? map)));
    for (const [index, tool] of boxes.entries()) {
      expect(isInside(tool, screen)).toBe(true);
      expect(Math.min(tool.width, tool.height)).toBeGreaterThanOrEqual(44);
      for (const other of [map, ...boxes.slice(index + 1)]) expect(overlap(tool, other)).toBe(false);
    }
    // They leave the map most of the screen: a row of them, or two columns where the window is low.
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
    const [right, bottom] = [
      Math.max(...boxes.map((one) => one.x + one.width)),
      Math.max(...boxes.map((one) => one.y + one.height)),
    ];
    if (size.height === 390) expect(right - left).toBeLessThanOrEqual(2 * 44 + 4);
    else expect(bottom - top).toBeLessThanOrEqual(48);
  },
);

test('for eight seconds each button but the zoom has its word below the icon, and none moves when the words go', async () => {
  // The words stay until the task of eight seconds is run, however long a busy machine takes to measure them.
  await page.addInitScript((labelsMs) => {
    const wait = globalThis.setTimeout.bind(globalThis) as (...given: unknown[]) => number;
    Reflect.set(globalThis, 'setTimeout', (task: () => void, ms: unknown) => {
      if (ms === labelsMs) Reflect.set(globalThis, 'endLabels', task);
      else return wait(task, ms);
    });
  }, limits.mapLabelsMs);
  await page.reload();
  await button('Me: go to my marker').waitFor();
  const tools = page.locator('.map-tool:visible');
  const placesOf = () =>
    tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width]));
  expect(await tools.allInnerTexts()).toEqual(['List', 'Walk', 'Hide', 'Me', 'Chat', '', '']);
  const heightOfWord = async () => (await page.locator('.map-tool-label').nth(1).boundingBox())?.height ?? 0;
  expect(await heightOfWord()).toBeGreaterThan(8);
  const before = await placesOf();
  await page.evaluate(() => (Reflect.get(globalThis, 'endLabels') as () => void)());
  await page.locator('.map-tools:not([data-labels])').waitFor();
  await expect.poll(heightOfWord).toBeLessThan(2);
  expect(await placesOf()).toEqual(before);
});

test('sideways, the question where the member is stands clear of the tabs, and the map keeps most of the height', async () => {
  page = await fixture.open(await fixture.app.member({ name: 'Bea' }), '/search/map');
  await page.setViewportSize({ width: 740, height: 360 });
  await button('Use GPS').waitFor();
  const [tab, note, map] = [await box('.find-tabs'), await box('.visibility-note > p'), await box('.map-frame')];
  expect(note.y - tab.y - tab.height).toBeGreaterThanOrEqual(8);
  expect(map.height).toBeGreaterThan(180);
});

test.each([phone, desktop])(
  'buttons that belong together share a pill, apart from the next one, at $width x $height',
  async (size) => {
    await page.setViewportSize(size);
    const pills = await page.locator('.map-tool-group:visible').evaluateAll((groups) =>
      groups.map((group) => {
        const { left, right } = group.getBoundingClientRect();
        return { left, right, count: group.children.length, ground: getComputedStyle(group).backgroundColor };
      }),
    );
    expect(pills.map(({ count }) => count)).toEqual(size === desktop ? [4, 2] : [1, 4, 2]);
    for (const [index, { left }] of pills.slice(1).entries())
      expect(left - (pills[index]?.right ?? left)).toBeGreaterThanOrEqual(8);
    const bar = await page.locator('.map-tools').evaluate((tools) => getComputedStyle(tools).backgroundColor);
    for (const { ground } of pills) expect(ground).not.toBe(bar);
  },
);

test('on a phone, no button is hidden below the open list', async () => {
  await button('List of people in view').click();
  const list = await box('.near-list');
  const tools = await page.locator('.map-tool:visible').all();
  expect(tools).toHaveLength(7);
  for (const tool of tools) expect((await tool.boundingBox())?.y).toBeGreaterThanOrEqual(list.y + list.height);
  await button('Close the list').first().click();
  await page.locator('.near-list').waitFor({ state: 'hidden' });
});
