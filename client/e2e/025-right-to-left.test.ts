// In Arabic every screen fits, and what has a direction is mirrored, except for swipes and members' own texts.
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findChromium } from '#scripts/find-browsers.mjs';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { openIn, viewports, type Viewport } from '#scripts/screens/states.ts';
import { problemsOnScreens } from './support/each-screen.ts';
import { textProblems } from './support/fit.ts';

const [phone] = viewports as readonly [Viewport, Viewport];
let server: DemoServer;
let browser: Browser;
beforeAll(async () => {
  server = await startDemoServer(2, 14, 4);
  browser = await chromium.launch({ executablePath: findChromium() ?? undefined, chromiumSandbox: false });
}, 240_000);
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

test.each(['visitor', 'filled', 'empty'] as const)('every screen in the state %s fits in Arabic', async (state) => {
  expect(await problemsOnScreens({ browser, server, state, language: 'ar' }, (page) => () => textProblems(page))).toEqual([]);
});

/** Opens a screen of the member with data in Arabic. */
async function open(path: string, viewport = phone): Promise<Page> {
  const context = await openIn(browser, 'filled', viewport, server, 1);
  await context.addInitScript(() => localStorage.setItem('language', '"ar"'));
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(server.origin + path);
  await page.locator('html[dir="rtl"]').waitFor();
  return page;
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return { left: box.x, right: box.x + box.width, middle: box.x + box.width / 2 };
}

/** 'right' if the icon's point, which is its first turn, is to the right of its start. */
const pointsTo = (button: Locator): Promise<string> =>
  button
    .locator('.icon path')
    .first()
    .evaluate((path: SVGPathElement) => {
      const { a = 0 } = path.getScreenCTM() ?? {};
      const length = path.getTotalLength();
      const across = path.getPointAtLength(length / 2).x - path.getPointAtLength(0).x;
      return a * across > 0 ? 'right' : 'left';
    });

test('the way back from a conversation stands beside the home button, and points to the right', async () => {
  const page = await open(`/chat/personal/${server.parameters.profileId}`);
  const back = page.locator('.conversation-back');
  await back.waitFor();
  const [home, way, face] = [
    await boxOf(page.locator('.brand')),
    await boxOf(back),
    await boxOf(page.locator('.conversation-face')),
  ];
  expect(home.left).toBeGreaterThanOrEqual(way.right - 1);
  expect(way.left).toBeGreaterThanOrEqual(face.right - 1);
  expect(await pointsTo(back)).toBe('right');
});
