// The tiles of members nearby: pages join the list without moving anything that is in view, and dots show who is online.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { lowestContrast } from './support/contrast.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

const pageSize = 30;
const pages = 3;
let server: RunningServer;
let anton: Member;
let person: Person;

beforeAll(async () => {
  server = await startServer();
  anton = await signUp(server, 'Anton');
  person = await openPerson();
});
afterAll(async () => {
  await person.leave();
  await server.stop();
});

const members = Array.from({ length: pages * pageSize - 1 }, (_, index): ProfileBrief => ({
  profileId: randomUUID(),
  session: null,
  profileName: `Member ${index + 1}`,
  profileAge: 30,
  profileChars: [],
  profileWeight: '',
  profileHeight: '',
  profilePicIds: [],
  picPlaceholders: [],
  lat: 52 + index / 1_000,
  lon: 13,
  tsUpdated: 0,
}));

test('scrolling to the end of each page shifts nothing', async () => {
  const { page } = person;
  await page.route('**/api/profile-briefs/nearest?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('page')) * pageSize;
    return route.fulfill({ json: members.slice(from, from + pageSize) });
  });
  await page.addInitScript(reportViewLate);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await anton.open(person, '/search/tile');
  const tiles = page.locator('.tiles > li');
  await expect.poll(() => tiles.count()).toBe(pageSize);
  await page.evaluate(() => Object.assign(globalThis, { shifted: 0 }));
  for (let shown = 2; shown <= pages; shown += 1) {
    const scrollToEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const expected = Math.min(shown * pageSize, members.length);
    await expect.poll(() => scrollToEnd().then(() => tiles.count())).toBeGreaterThanOrEqual(expected);
  }
  await page.getByText('near you', { exact: true }).waitFor();
  expect(await page.locator('.near-you').textContent()).toBe(`${members.length} people · near you`);
  expect(await tiles.count()).toBe(members.length);
  await tiles.last().scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted'))).toBe(0);
});

test('the button at the end of a page keeps the focus until it is pressed; then the first new member has it', async () => {
  const visitor = await openPerson();
  const { page } = visitor;
  await page.route('**/api/profile-briefs/nearest?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('page')) * pageSize;
    return route.fulfill({ json: members.slice(from, from + pageSize) });
  });
  await anton.open(visitor, '/search/tile');
  const tiles = page.locator('.tiles > li');
  await expect.poll(() => tiles.count()).toBe(pageSize);
  const more = page.getByRole('button', { name: 'Show more' });
  const isFocused = () => more.evaluate((button) => button === document.activeElement);
  await tiles.first().getByRole('link').focus();
  await page.keyboard.press('Tab');
  await whenEndIsSeen(page);
  expect([await isFocused(), await tiles.count()]).toEqual([true, pageSize]);
  const isFocusedAt = (index: number) =>
    tiles
      .nth(index)
      .evaluate((tile) => tile.contains(document.activeElement) && tile.getBoundingClientRect().bottom <= innerHeight);
  await page.keyboard.press('Enter');
  await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(2 * pageSize);
  await expect.poll(() => isFocusedAt(pageSize)).toBe(true);
  // The button is not there any more once all pages are loaded.
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => tiles.count()).toBe(members.length);
  await expect.poll(() => isFocusedAt(2 * pageSize)).toBe(true);
  await visitor.leave();
});

test('a page that fails is not requested again until the member asks for it, even if the list is refetched', async () => {
  const visitor = await openPerson();
  const { page } = visitor;
  let isRefused = true;
  const refusal = { statusCode: 409, error: 'Conflict', message: 'Not now.' };
  let [lists, attempts] = [0, 0];
  await page.clock.install();
  await page.route('**/api/profile-briefs/nearest?*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('page')) * pageSize;
    if (from > 0) attempts += 1;
    if (from > 0 && isRefused) return route.fulfill({ status: 409, json: refusal });
    await route.fulfill({ json: members.slice(from, from + pageSize) });
    if (from === 0) lists += 1;
  });
  await anton.open(visitor, '/search/tile');
  await page
    .locator('.tiles > li')
    .nth(pageSize - 1)
    .waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => attempts).toBe(1);
  await page.getByRole('status').filter({ hasText: 'This could not be loaded.' }).waitFor();
  const listsBefore = lists;
  await page.clock.fastForward(limits.tilesRefetchMs);
  await expect.poll(() => lists).toBeGreaterThan(listsBefore);
  await page.mouse.wheel(0, -100);
  await page.mouse.wheel(0, 3_000);
  await whenEndIsSeen(page);
  expect(attempts).toBe(1);
  isRefused = false;
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.click();
  await retry.waitFor({ state: 'detached' });
  await page.locator('.tiles > li').nth(pageSize).waitFor();
  await visitor.leave();
});

test('members who are online have a dot, and the server is asked about each member once', async () => {
  const { page } = person;
  const asked: string[][] = [];
  await page.route('**/api/profiles-online?*', (route) => {
    const ids = (new URL(route.request().url()).searchParams.get('profileIds') ?? '').split(',');
    asked.push(ids);
    return route.fulfill({ json: ids.filter((id) => id === members[1]?.profileId || id === members[40]?.profileId) });
  });
  await anton.open(person, '/search/tile');
  const tiles = page.locator('.tiles > li');
  await tiles.nth(1).getByText('Online now').waitFor({ state: 'attached' });
  expect(await tiles.nth(0).getByText('Online now').count()).toBe(0);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 3_000);
      return tiles.count();
    })
    .toBeGreaterThan(40);
  await tiles.nth(40).getByText('Online now').waitFor({ state: 'attached' });
  for (const ids of asked) expect(ids.length).toBeLessThanOrEqual(100);
  expect(asked.flat()).toHaveLength(new Set(asked.flat()).size);
});

test('pictures below the first screen are requested once those on it are loaded or have failed', async () => {
  // A page's requests can be held only if no worker makes them.
  const visitor = await openPerson({ isWithoutWorker: true });
  const { page } = visitor;
  const withPictures = members.slice(0, pageSize).map((member) => ({ ...member, profilePicIds: [randomUUID()] }));
  await page.route('**/api/profile-briefs/nearest?*', (route) => route.fulfill({ json: withPictures }));
  const picture = await plainPicture('png', 40, 50, '#3aa');
  const released = Promise.withResolvers<void>();
  let requested = 0;
  await page.route('**/api/profile-pic/**', async (route) => {
    const isFailing = requested++ === 0;
    await released.promise;
    await (isFailing ? route.abort() : route.fulfill({ body: picture, contentType: 'image/png' }));
  });
  await anton.open(visitor, '/search/tile');
  const tiles = page.locator('.tiles > li');
  await expect.poll(() => tiles.count()).toBe(pageSize);
  await expect.poll(() => requested).toBeGreaterThan(0);
  const images = page.locator('.tiles img');
  const firstCount = await images.count();
  expect(firstCount).toBeLessThanOrEqual(pageSize / 2);
  const inView = await tiles.evaluateAll((all) => all.filter((tile) => tile.getBoundingClientRect().top < innerHeight).length);
  expect(firstCount).toBeGreaterThanOrEqual(inView);
  released.resolve();
  await expect.poll(() => images.count()).toBeGreaterThan(firstCount);
  await visitor.leave();
});

test('name and distance are readable on a white picture, and a letter is in the middle above them', async () => {
  const visitor = await openPerson({ isWithoutWorker: true });
  const { page } = visitor;
  const [first, second] = members;
  await page.route('**/api/profile-briefs/nearest?*', (route) =>
    route.fulfill({ json: [{ ...first, profilePicIds: [randomUUID()] }, second] }),
  );
  const picture = await plainPicture('png', 40, 50, '#fff');
  await page.route('**/api/profile-pic/**', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
  await anton.open(visitor, '/search/tile');
  const [onPicture, onLetter] = [page.locator('.tile').first(), page.locator('.tile').nth(1)];
  for (const width of [390, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await lowestContrast(page, onPicture.locator('.tile-text'))).toBeGreaterThanOrEqual(4.5);
    const middle = await onLetter.evaluate((tile) => {
      const boxOf = (selector: string) => tile.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const [letter, name] = [boxOf('.picture > span'), boxOf('.tile-name')];
      return letter.top + letter.height / 2 - (tile.getBoundingClientRect().top + name.top) / 2;
    });
    expect(Math.abs(middle)).toBeLessThanOrEqual(4);
  }
  await visitor.leave();
});

/** Runs in the page. Observers get several changes at once, as in a busy browser. */
function reportViewLate(): void {
  globalThis.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const states: IntersectionObserverEntry[] = [];
      super((now, observer) => {
        states.push(...now);
        setTimeout(() => states.length > 0 && callback(states.splice(0), observer), 300);
      }, options);
    }
  };
}

/** Resolves once observers have reported that the end is in view, and every request that they caused had time to arrive. */
async function whenEndIsSeen(page: Page): Promise<void> {
  await page.locator('.load-more').evaluate(
    (end) =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(([seen]) => {
          if (seen?.isIntersecting !== true) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve());
        });
        observer.observe(end);
      }),
  );
  await page.evaluate(() => fetch('/api/ping'));
}
