// Nothing moves on a member's screens while they fill: each is held at its skeleton first, and shifts of the layout are summed.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '#scripts/find-browsers.mjs';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { appliesTo, openIn, viewports } from '#scripts/screens/states.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';

/** The screen that opens a notification is left out, because it only redirects. */
const routes = screenRoutes.filter(
  (route: ScreenRoute) => appliesTo('loading', route) && route.path !== '/notifications/open/{notificationId}',
);
/** The sums of screens that still move. They may only become smaller, and no others may be added. */
const known: Readonly<Record<string, number>> = {
  '/': 0.001,
  '/search/map': 0.019,
  '/chat/personal/{profileId}': 0.001,
  '/likes/profilelikedyou': 0.016,
  '/likes/profilelikedyourpics': 0.012,
  '/likes/youlikedprofile': 0.012,
  '/profile/{profileId}': 0.004,
  '/profileEdit': 0.061,
  '/profilePicCarousel': 0.022,
};
/** Screens on which people come before everything else, on phones too. */
const startsWithFaces: readonly string[] = ['/search/tile', '/chat/personal'];
const maxFaceTopPx = 64;
/** A skeleton is painted within this time. */
const untilSkeletonMs = 400;
/** What follows the skeletons, such as counts and pictures, is there within this time. */
const untilFilledMs = 700;

let server: DemoServer;
let browser: Browser;

beforeAll(async () => {
  server = await startDemoServer(viewports.length, 14, 4);
  browser = await chromium.launch({ executablePath: findChromium() ?? undefined, chromiumSandbox: false });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Shift {
  readonly value: number;
  readonly what: string[];
}

declare global {
  /** Set by the test in each page: the shifts so far. */
  var shifts: Shift[];
}

const recordShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources = Reflect.get(entry, 'sources') as { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName}.${element?.className} ${previousRect.y}+${previousRect.height} to ${currentRect.y}+${currentRect.height}`;
        });
        globalThis.shifts.push({ value: Number(Reflect.get(entry, 'value')), what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Opens the screen, and answers its calls only once its skeleton is there. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/api/**', async (route) => {
    if (isHeld) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto(server.origin + path, { waitUntil: 'domcontentloaded' });
  await page.locator('#main > *').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(untilSkeletonMs);
  isHeld = false;
  for (const go of held) go();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(untilFilledMs);
  await page.unroute('**/api/**');
  return page.evaluate(() => globalThis.shifts);
}

test.each(viewports)('no member screen moves between its skeleton and its content on a $name', async (viewport) => {
  const context = await openIn(browser, 'filled', viewport, server, viewports.indexOf(viewport));
  await recordShifts(context);
  const page = await context.newPage();
  const moved: unknown[] = [];
  const edges = new Set<number>();
  for (const { path } of routes) {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => server.parameters[name] ?? '') + (server.queries[path] ?? '');
    const shifts = await shiftsOf(page, address);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum > (known[path] ?? 0)) moved.push({ path, sum, shifts });
    for (const x of await headingEdges(page)) edges.add(x);
    if (viewport.name === 'phone' && startsWithFaces.includes(path))
      expect([path, (await firstFaceTop(page)) <= maxFaceTopPx]).toEqual([path, true]);
  }
  await context.close();
  expect(moved).toEqual([]);
  // On phones some headings have a back button before them.
  if (viewport.name === 'desktop') expect([...edges]).toHaveLength(1);
});

/** From the header's lower edge. */
const firstFaceTop = async (page: Page): Promise<number> => {
  const topOf = (selector: string) => page.locator(selector).first().boundingBox();
  const [header, face] = [await topOf('.header'), await topOf('main .picture:visible')];
  return (face?.y ?? Number.POSITIVE_INFINITY) - (header?.y ?? 0) - (header?.height ?? 0);
};

/** The left edge of the screen's visible heading, unless it is that of a pane. */
const headingEdges = (page: Page): Promise<number[]> =>
  page
    .locator('main .page:not(.profile) h1:not(.visually-hidden)')
    .evaluateAll((headings) =>
      headings.filter((heading) => heading.checkVisibility()).map((heading) => heading.getBoundingClientRect().left),
    );
