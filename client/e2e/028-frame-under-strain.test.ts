// The frame with large text, and while it shows that the server failed: ways on stay in view.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { deviceKeys } from '#client/device/storage.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { languages } from '#shared/rules/languages.ts';
import { limits } from '#shared/rules/limits.ts';
import { setTextSize } from './support/fit.ts';
import { people } from './support/people.ts';
import { visit } from './support/visit.ts';

const fixture = people({ isWithoutWorker: true, excused: /status of 500/ });
const { open } = fixture;
/** After these, a screen says that a call failed. */
const maxTriesPerCall = 3;
const trouble = 'Sorry this app is having trouble communicating with the server.';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return box;
}

/** Whether the middle of an element is painted there, and not something else above it. */
const isOnTop = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const messages = document.querySelectorAll<HTMLElement>('.header-message');
    // A message lets taps through, but covers what is below it.
    for (const message of messages) message.style.pointerEvents = 'auto';
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    for (const message of messages) message.style.pointerEvents = '';
    return above !== null && (element.contains(above) || above.contains(element));
  });

test('at twice the text size, the link to the content is out of view, and the bell is beside the brand', async () => {
  const page = await open(await fixture.app.member({ name: 'Anna' }), '/');
  await setTextSize(await page.context().newCDPSession(page), 32);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  const bell = page.getByRole('link', { name: 'Notifications' });
  await bell.waitFor();
  const { y, height } = await boxOf(skip);
  expect(y + height).toBeLessThanOrEqual(0);
  const middleOf = async (part: Locator) => {
    const box = await boxOf(part);
    return box.y + box.height / 2;
  };
  expect(Math.abs((await middleOf(bell)) - (await middleOf(page.locator('.brand img'))))).toBeLessThanOrEqual(1);
});

test('while the header says that the server failed, the ways between and out of screens stay in view', async () => {
  const [anna, ben] = [await fixture.app.member({ name: 'Anna' }), await fixture.app.member({ name: 'Ben' })];
  await reportPosition(anna, fixture.app.world.clock.now());
  const page = await open(anna, '/tos');
  await page.route(/\/api\/(profile|messages)/, (route) => route.fulfill({ status: 500, json: { code: 'server-trouble' } }));
  await page.goto(`${fixture.app.origin}/search/tile`);
  await page.getByText(trouble).waitFor();
  for (const name of ['Map', 'Swipe', 'Details'])
    expect(await isOnTop(page.getByRole('navigation', { name: 'Find' }).getByRole('link', { name })), name).toBe(true);
  expect(await isOnTop(page.getByRole('button', { name: 'Filters' }))).toBe(true);

  for (const path of ['profile', 'chat/personal']) {
    await page.goto(`${fixture.app.origin}/${path}/${ben.profileId}`);
    await page.getByText(trouble).waitFor();
    const back = page.getByRole('button', { name: 'Back' });
    expect(await isOnTop(back), path).toBe(true);
    // In the corner, with the home button behind it.
    expect((await boxOf(back)).x, path).toBeLessThan((await boxOf(page.locator('.brand img'))).x);
  }
  await page.unroute(/\/api\/(profile|messages)/);
});

test('the message of the header covers neither titles nor navigation', async () => {
  const page = await open(await fixture.app.member({ name: 'Anna' }), '/settings#account');
  const name = page.getByRole('main').getByLabel('Name', { exact: true });
  await name.waitFor();
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, json: { code: 'server-trouble' } }));
  await name.fill('Anna M.');
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  const message = page.locator('.strip', { hasText: trouble });
  await message.waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  expect(await isOnTop(page.getByRole('heading', { name: 'Account', exact: true }))).toBe(true);
  for (const part of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all())
    if (await part.isVisible()) expect(await isOnTop(part)).toBe(true);
  await page.unroute('**/api/settings');
});

test('“More” is marked only on screens of the menu and on those below them', async () => {
  const page = await open(await fixture.app.member({ name: 'Anna' }), '/settings');
  const more = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' });
  await more.and(page.locator('[data-current]')).waitFor();
  await visit(page, '/games/health/testing');
  await more.and(page.locator('[data-current]')).waitFor();
  for (const path of ['nowhere', 'unwanted-emails', 'sorry']) {
    await page.goto(`${fixture.app.origin}/${path}`);
    await more.waitFor();
    expect(await more.and(page.locator('[data-current]')).count(), path).toBe(0);
  }
});

test('on a narrow phone and sideways, the header of Find says in at most two lines that the member is offline', async () => {
  const anna = await fixture.app.member({ name: 'Anna' });
  const page = await open(anna, '/tos');
  const lines: Record<string, number> = {};
  for (const code of languages) {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [deviceKeys.language, JSON.stringify(code)] as const);
    await page.goto(`${fixture.app.origin}/search/tile`);
    await page.locator('.find-bar').waitFor();
    await page.context().setOffline(true);
    const offline = page.locator('.offline');
    await offline.filter({ hasText: /\d/ }).waitFor();
    for (const [width, height] of [
      [360, 740],
      [740, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { height: high, ...box } = await boxOf(offline);
      const bar = await boxOf(page.locator('.find-bar'));
      const isBeside = box.x >= bar.x + bar.width || box.x + box.width <= bar.x || box.y + high <= bar.y;
      expect(isBeside, `${code} ${width}`).toBe(true);
      lines[`${code} ${width}`] = high / (await offline.evaluate((text) => Number.parseFloat(getComputedStyle(text).lineHeight)));
    }
    await page.context().setOffline(false);
  }
  expect(Object.entries(lines).filter(([, count]) => count > 2.1)).toEqual([]);
});

test('while a profile loads, there is a way back', async () => {
  const [anna, ben] = [await fixture.app.member({ name: 'Anna' }), await fixture.app.member({ name: 'Ben' })];
  const page = await open(anna, '/tos');
  await page.route(/\/api\/profile\//, () => undefined);
  await page.goto(`${fixture.app.origin}/profile/${ben.profileId}`);
  await page.locator('.profile[aria-busy]').waitFor();
  expect(await isOnTop(page.getByRole('button', { name: 'Back' }))).toBe(true);
});

test('if all calls fail, Home says so soon, and shows people once the server answers again', async () => {
  const [anna, ben] = [await fixture.app.member({ name: 'Anna' }), await fixture.app.member({ name: 'Ben' })];
  for (const member of [anna, ben]) await reportPosition(member, fixture.app.world.clock.now());
  const page = await open(anna, '/tos', { geolocation: { latitude: 33.45, longitude: -112.07 } });
  const calls = /\/api\/(?!settings|ping|version)/;
  const tries = new Map<string, number>();
  await page.route(calls, (route) => {
    const { pathname } = new URL(route.request().url());
    tries.set(pathname, (tries.get(pathname) ?? 0) + 1);
    return route.fulfill({ status: 500, json: { code: 'server-trouble' } });
  });
  const startedAt = performance.now();
  await page.goto(`${fixture.app.origin}/`);
  const near = page.getByRole('region', { name: 'Near you now' });
  // The text of the list itself stays hidden until the message in the header has gone.
  await near.getByText('This could not be loaded.').waitFor({ state: 'attached' });
  await page.getByText(trouble).waitFor();
  // Failed calls are repeated regularly. On a slow machine, the texts may come only after a repetition.
  const rounds = 1 + Math.floor((performance.now() - startedAt) / limits.failedRefetchMs);
  expect([...tries].filter(([, count]) => count > maxTriesPerCall * rounds)).toEqual([]);
  await near.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: 'Try again' }).count()).toBe(1);
  await expect.poll(() => page.locator('main [aria-busy="true"], main .skeleton').count()).toBe(0);
  await page.unroute(calls);
  await near.getByRole('link', { name: 'Ben' }).first().waitFor();
});
