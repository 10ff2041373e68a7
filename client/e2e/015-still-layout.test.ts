// Nothing moves on a member's screens while they fill: each is held at its skeleton first, and shifts of the layout are summed.
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { appliesTo, openIn, viewports, type Viewport } from '#scripts/screens/states.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { openDemo } from './support/demo.ts';
import { recordShifts, watchRequests, type Shift } from './support/still.ts';

/** The screen that opens a notification is left out, because it only redirects. */
const routes = screenRoutes.filter(
  (route: ScreenRoute) => appliesTo('loading', route) && route.path !== '/notifications/open/{notificationId}',
);
/** The sums of screens that still move. They may only become smaller, and no others may be added. */
const known: Readonly<Record<string, number>> = {
  '/': 0.001,
  '/search/map': 0.002,
  '/chat/personal/{profileId}': 0.001,
};
/** Screens on which people come before everything else, on phones too. */
const startsWithFaces: readonly string[] = [
  '/search/tile',
  '/search/profile',
  '/chat/personal',
  '/likes/profilelikedyou',
  '/likes/youlikedprofile',
];
const maxFaceTopPx = 64;

/** The last one is a phone held sideways. */
const windows: readonly Viewport[] = [...viewports, { name: 'phone', width: 740, height: 360 }];
const demo = openDemo(windows.length);

const isCall = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/');

interface Opened {
  readonly shifts: Shift[];
  /** Screen readers find the screen's heading while it loads. */
  readonly hasHeading: boolean;
}

/** Opens the screen, and answers its calls only once its skeleton is there. */
async function shiftsOf(page: Page, { untilStill }: ReturnType<typeof watchRequests>, path: string): Promise<Opened> {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/api/**', async (route) => {
    if (isHeld) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto(demo.server.origin + path, { waitUntil: 'domcontentloaded' });
  await page.locator('#main > *').first().waitFor({ state: 'attached' });
  await untilStill({ request: (request) => !isCall(request) });
  const heading = page.locator('#main h1').first();
  const hasHeading = await heading.waitFor({ state: 'attached' }).then(
    () => true,
    () => false,
  );
  isHeld = false;
  for (const go of held) go();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await untilStill();
  await page.unroute('**/api/**');
  return { shifts: await page.evaluate(() => globalThis.shifts), hasHeading };
}

test.each(windows)('no member screen moves between its skeleton and its content on a $name of $width px', async (viewport) => {
  const context = await openIn(demo.browser, 'filled', viewport, demo.server, windows.indexOf(viewport));
  const page = await context.newPage();
  await recordShifts(page);
  const requests = watchRequests(page);
  // People are sorted anew when the member's own location is reported.
  await Promise.all([page.waitForResponse(/profile-position/), page.goto(`${demo.server.origin}/tos`)]);
  const moved: unknown[] = [];
  const unnamed: string[] = [];
  const faceTops: Record<string, number> = {};
  const edges = new Set<number>();
  for (const { path } of routes) {
    const address = demo.server.addressOf(path);
    const { shifts, hasHeading } = await shiftsOf(page, requests, address);
    if (!hasHeading) unnamed.push(path);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum > (known[path] ?? 0)) moved.push({ path, sum, shifts });
    for (const x of await headingEdges(page)) edges.add(x);
    if (viewport.name === 'phone' && startsWithFaces.includes(path)) faceTops[path] = await firstFaceTop(page);
  }
  await context.close();
  expect(moved).toEqual([]);
  expect(unnamed).toEqual([]);
  expect(Object.entries(faceTops).filter(([, top]) => top > maxFaceTopPx)).toEqual([]);
  // On phones some headings have a back button before them.
  if (viewport.name === 'desktop') expect([...edges]).toHaveLength(1);
});

test('the address of the member’s own profile shows one skeleton, also on a slow phone', async () => {
  const context = await openIn(demo.browser, 'filled', windows[0] as Viewport, demo.server, 0);
  const page = await context.newPage();
  await page.addInitScript(() => {
    let wasProfile = false;
    new MutationObserver(() => {
      const actions = document.querySelectorAll('#main .profile-bar > .skeleton').length;
      if (actions > 0) document.documentElement.dataset.actions = String(actions);
      wasProfile ||= document.querySelector('#main > .profile') !== null;
      if (wasProfile && document.querySelector('#main > .page-titled') !== null) document.documentElement.dataset.twice = '';
    }).observe(document, { subtree: true, childList: true });
  });
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await page.goto(`${demo.server.origin}/profile`);
  await page.locator('#main > .profile:not([aria-busy])').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/profile/${demo.server.filled.profileId}`);
  expect(await page.locator('html').getAttribute('data-twice')).toBeNull();
  const actions = await page.locator('.profile-bar > *').count();
  expect(await page.locator('html').getAttribute('data-actions')).toBe(String(actions));
  await context.close();
});

/** From the header's lower edge. Infinite if the screen shows no face. */
const firstFaceTop = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const face = [...document.querySelectorAll('main .picture')].find((picture) => picture.checkVisibility());
    const header = document.querySelector('.header');
    return (face?.getBoundingClientRect().top ?? Infinity) - (header?.getBoundingClientRect().bottom ?? 0);
  });

/** The left edge of the screen's visible heading, unless it is that of a pane. */
const headingEdges = (page: Page): Promise<number[]> =>
  page
    .locator('main .page:not(.profile) h1:not(.visually-hidden)')
    .evaluateAll((headings) =>
      headings.filter((heading) => heading.checkVisibility()).map((heading) => heading.getBoundingClientRect().left),
    );
