// The first paint, before scripts run: the visitor's page for visitors, a neutral page for members, in the chosen theme.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, phone, type PersonOptions } from './support/person.ts';
import { headlessBrowser } from './support/profile.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { whenWorkerReady } from './support/worker.ts';

const slogan = 'Good company, close by';
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await headlessBrowser();
});
afterAll(() => server.stop());

/** A device with stored entries on which the app's scripts never load, so that the first paint remains. */
async function frozenPage(
  path: string,
  kept: Readonly<Record<string, unknown>>,
  viewport: PersonOptions['viewport'] = phone,
): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme: 'light', serviceWorkers: 'block' });
  await context.route(/\/(app|shell)\.js$|\/assets\//, (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${server.origin}/tos`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value));
  }, Object.entries(kept));
  await page.goto(server.origin + path);
  return page;
}
const member = { session: { profileId: '00000000-0000-4000-8000-000000000000', roles: ['USER'] } };
const end = (page: Page): Promise<void> => page.context().close();
const groundOf = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
] as const)('on %s', (_device, viewport) => {
  test('a visitor sees the welcome', async () => {
    const page = await frozenPage('/', {}, viewport);
    expect(await page.getByRole('heading', { name: slogan }).isVisible()).toBe(true);
    expect(await page.getByRole('main').getByRole('link', { name: 'Register' }).isVisible()).toBe(true);
    await end(page);
  });

  test.each(['/', '/search/map'])('a member sees nothing of a visitor at %s', async (path) => {
    const page = await frozenPage(path, member, viewport);
    expect(await page.getByRole('link', { name: /Hearthside/ }).isVisible()).toBe(true);
    expect(await page.getByText(slogan).and(page.locator('h1')).filter({ visible: true }).count()).toBe(0);
    for (const name of ['Register', 'Log in'])
      expect(await page.getByRole('link', { name }).filter({ visible: true }).count()).toBe(0);
    await end(page);
  });
});

test.each(['/', '/tos', '/settings'])('%s is dark at once for a member who chose dark on a light device', async (path) => {
  const [light, dark] = [await frozenPage(path, {}), await frozenPage(path, { ...member, theme: 'dark' })];
  expect(await dark.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  expect(await groundOf(dark)).not.toBe(await groundOf(light));
  await Promise.all([end(light), end(dark)]);
});

describe('before the app is there', () => {
  async function pageWithoutApp(): Promise<{ page: Page; releaseApp: () => void }> {
    const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' });
    const released = Promise.withResolvers<void>();
    await context.route(/\/app\.js$/, (route) => released.promise.then(() => route.continue()));
    const page = await context.newPage();
    await page.goto(server.origin, { waitUntil: 'commit' });
    return { page, releaseApp: released.resolve };
  }

  test('a button that a visitor presses does its work once the app is there', async () => {
    const { page, releaseApp } = await pageWithoutApp();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await menu.click();
    releaseApp();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await end(page);
  });

  test('the languages that a visitor opens stay open', async () => {
    const { page, releaseApp } = await pageWithoutApp();
    await page.getByRole('button', { name: 'English' }).click();
    const german = page.getByRole('link', { name: 'Deutsch' });
    await german.waitFor();
    releaseApp();
    // The first task of the app after the first paint, in which it presses the marked button again.
    await page.waitForFunction(() => window.onclick === null);
    expect(await german.isVisible()).toBe(true);
    await end(page);
  });
});

test('on a phone a conversation is painted as one: its own bar, bubbles above the editor, no navigation', async () => {
  const page = await frozenPage(`/chat/personal/${member.session.profileId}`, member);
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
  const bar = await page.locator('main .page-head').boundingBox();
  expect([bar?.x, bar?.y, bar?.width, bar?.height]).toEqual([0, 0, phone.width, 56]);
  const bubbles = await page
    .locator('main .skeleton-card')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect()));
  expect(bubbles.map(({ height }) => height)).toEqual([44, 44, 44]);
  expect(bubbles.at(-1)?.bottom).toBeGreaterThan(phone.height - 120);
  await end(page);
});

test('with damaged entries on the device, the visitor’s page is painted', async () => {
  const page = await frozenPage('/', {});
  await page.evaluate(() => localStorage.setItem('session', '{'));
  await page.reload();
  expect(await page.getByRole('heading', { name: slogan }).isVisible()).toBe(true);
  await end(page);
});

describe('during hydration', () => {
  let anton: Member;
  beforeAll(async () => {
    anton = await signUp(server, 'Anton');
  });

  test('a member with their own theme never sees the welcome or another theme, with and without a service worker', async () => {
    const person = await openPerson({ colorScheme: 'light' });
    await recordFrames(person.context);
    await anton.ask('PUT', '/api/settings', { ...Object(await anton.ask('GET', '/api/settings')), theme: 'dark' });
    await anton.open(person, '/');
    await person.page.getByRole('heading', { name: 'Hello, Anton' }).waitFor();
    await expect.poll(() => person.page.evaluate(() => localStorage.getItem('theme'))).toBe('"dark"');
    for (const round of ['first', 'kept by the worker']) {
      await person.page.reload();
      await person.page.getByRole('heading', { name: 'Hello, Anton' }).waitFor();
      const seen = await person.page.evaluate(() => globalThis.paintedSoFar());
      expect({ round, ...seen }).toEqual({
        round,
        headings: ['', 'Hello', 'Hello, Anton'].filter((text) => seen.headings.includes(text)),
        schemes: ['dark'],
      });
      await whenWorkerReady(person.page);
    }
    expect(person.complaints).toEqual([]);
    await person.leave();
  });
});

declare global {
  /** Set by the test in each page: the headings and colour schemes of all frames so far. */
  function paintedSoFar(): { headings: string[]; schemes: string[] };
}

/** Records the headings, except those of skeletons, and colour schemes of every frame. */
async function recordFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const headings = new Set<string>();
    const schemes = new Set<string>();
    const look = (): void => {
      if (document.querySelector('#app > *') !== null) {
        const heading = document.querySelector<HTMLElement>('h1:not([aria-busy="true"] *)');
        headings.add(heading?.checkVisibility() ? heading.innerText : '');
        schemes.add(getComputedStyle(document.documentElement).colorScheme);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    globalThis.paintedSoFar = () => ({ headings: [...headings], schemes: [...schemes] });
  });
}
