// Measures opening tiles and a long conversation compared with an earlier build, typing in the editor, and layout shifts.
import type { Browser, Page } from 'playwright-core';
import { startFront } from '#client/e2e/support/front.ts';
import { median } from '#scripts/bench/figures.ts';
import { startFilledServer, type FilledServer } from '#scripts/bench/filled-server.ts';
import { startDemoServer } from '#scripts/screens/demo-server.ts';
import { screenRoutes } from '#shared/rules/routes.ts';
import { launchBrowser, mainThreadOf, networkRequestsOf, openDevice } from './browser.ts';
import { buildEarlier } from './earlier-build.ts';
import { addressOf, logIn } from './members.ts';
import { count, share, time, type Measurement } from './measurements.ts';

const earlierCommit = '0ea58f7';
const rounds = 5;
const messageCount = 5_000;
const nearbyCount = 60;
const bubbleCount = 1_000;
const keyCount = 40;
const maxRequests = 45;
const maxShare = 0.5;
const maxKeyMs = 8;
const maxShift = 0.01;
const phone = { width: 390, height: 844 };
const longestWaitMs = 120_000;

export async function measureOpening(distDir: string): Promise<Measurement[]> {
  const earlier = await buildEarlier(earlierCommit);
  const server = await startFilledServer(messageCount, nearbyCount);
  const port = Number(new URL(server.origin).port);
  const fronts = [await startFront(distDir, port), ...(earlier === null ? [] : [await earlier.serve(port)])];
  const browser = await launchBrowser();
  try {
    const opened: Opened[][] = fronts.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [side, { origin }] of fronts.entries()) opened[side]?.push(await openBoth(browser, server, origin));
    const medianOf = (side: number, what: keyof Opened) => median((opened[side] ?? []).map((one) => one[what]));
    const besideEarlier = (what: string, field: 'tilesMs' | 'conversationMs'): Measurement[] =>
      earlier === null ? [] : [share(what, medianOf(0, field), medianOf(1, field), maxShare)];
    return [
      count('requests from opening the app to tiles with pictures', medianOf(0, 'requests'), maxRequests),
      ...besideEarlier('main thread to tiles with pictures, CPU', 'tilesMs'),
      ...besideEarlier(`main thread to a conversation of ${messageCount}, CPU`, 'conversationMs'),
      time(`a key in the editor with ${bubbleCount} bubbles, CPU`, await keyMs(browser, server), maxKeyMs),
      ...(await measureShifts()),
    ];
  } finally {
    await browser.close();
    for (const front of fronts) await front.close();
    await server.stop();
    await earlier?.remove();
  }
}

interface Opened {
  readonly requests: number;
  readonly tilesMs: number;
  readonly conversationMs: number;
}

/** Measures the tiles in a browser that has stored no files, and the conversation when it is opened for the second time. */
async function openBoth(browser: Browser, server: FilledServer, origin: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: phone });
  context.setDefaultTimeout(longestWaitMs);
  try {
    await signIn(await context.newPage(), server, origin);
    const page = await context.newPage();
    const requests = await networkRequestsOf(page);
    const tilesMs = await mainThreadOf(page);
    await page.goto(`${origin}/search/tile`, { waitUntil: 'commit' });
    await page.waitForFunction(areTilesShown);
    const tiles = { requests: requests(), tilesMs: await tilesMs() };
    await page.goto(conversationOf(server, origin));
    await page.waitForFunction(isBubbleShown);
    await page.waitForLoadState('networkidle');
    const again = await context.newPage();
    const conversationMs = await mainThreadOf(again);
    await again.goto(conversationOf(server, origin), { waitUntil: 'commit' });
    await again.waitForFunction(isBubbleShown);
    return { ...tiles, conversationMs: await conversationMs() };
  } finally {
    await context.close();
  }
}

const conversationOf = ({ peerId }: FilledServer, origin: string): string => `${origin}/chat/personal/${peerId}`;

async function signIn(page: Page, { cookie, profileId }: FilledServer, origin: string): Promise<void> {
  await page.context().addCookies([{ name: 'sid', value: cookie, url: origin }]);
  // The page of a picture requests nothing from the application.
  await page.goto(`${origin}/icons/icon-512.png`);
  await page.evaluate((id) => {
    localStorage.setItem('session', JSON.stringify({ profileId: id, roles: ['USER'] }));
    localStorage.setItem('lastProfileId', JSON.stringify(id));
  }, profileId);
  await page.close();
}

/** Runs in the page. Returns whether at least four tiles are visible, and the pictures of all visible ones are loaded. */
function areTilesShown(): boolean {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main .tiles img')].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  return pictures.length >= 4 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
}

/** Runs in the page. */
const isBubbleShown = (): boolean => document.querySelector('.message .bubble-text') !== null;

async function keyMs(browser: Browser, server: FilledServer): Promise<number> {
  const context = await browser.newContext({ viewport: phone });
  context.setDefaultTimeout(longestWaitMs);
  try {
    await signIn(await context.newPage(), server, server.origin);
    const page = await context.newPage();
    await page.goto(conversationOf(server, server.origin));
    await page.waitForFunction(isBubbleShown);
    const bubbles = page.locator('.message');
    const endMs = performance.now() + longestWaitMs;
    while ((await bubbles.count()) < bubbleCount) {
      if (performance.now() > endMs) throw new Error(`The conversation shows ${await bubbles.count()} messages.`);
      await bubbles.first().scrollIntoViewIfNeeded();
      await page.mouse.move(phone.width / 2, phone.height / 2);
      await page.mouse.wheel(0, -4_000);
      await page.waitForTimeout(50);
    }
    const editor = page.getByRole('textbox', { name: /^Message to/ });
    await editor.focus();
    await page.keyboard.type('warm ', { delay: 40 });
    const spent = await mainThreadOf(page);
    await page.keyboard.type('x'.repeat(keyCount), { delay: 40 });
    return (await spent()) / keyCount;
  } finally {
    await context.close();
  }
}

/** Measures each screen except login and logout, with a member's session, while it loads and is scrolled down. */
async function measureShifts(): Promise<Measurement[]> {
  const server = await startDemoServer(1);
  const device = await openDevice();
  try {
    await logIn(device, server);
    const shifts: { readonly path: string; readonly shift: number }[] = [];
    for (const { path } of screenRoutes.filter((route) => route.path !== '/logout' && route.path !== '/login')) {
      const page = await device.context().newPage();
      await page.addInitScript(recordShifts);
      await page.goto(addressOf(server, path), { waitUntil: 'networkidle' });
      await page.mouse.move(phone.width / 2, phone.height / 2);
      for (let step = 0; step < 12; step += 1) {
        await page.mouse.wheel(0, phone.height * 0.8);
        await page.waitForTimeout(100);
      }
      shifts.push({ path, shift: Number(await page.evaluate(() => Reflect.get(globalThis, 'layoutShift'))) });
      await page.close();
    }
    const worst = shifts.toSorted((a, b) => b.shift - a.shift);
    for (const { path, shift } of worst.filter((one) => one.shift > maxShift))
      console.log(`  shifts by ${shift.toFixed(3)}: ${path}`);
    return [
      count(
        `of ${shifts.length} routes that shift by more than ${maxShift}`,
        worst.filter((one) => one.shift > maxShift).length,
        0,
      ),
    ];
  } finally {
    await device.remove();
    await server.close();
  }
}

/** Runs in the page. Shifts soon after an input are left out, but the wheel does not count as an input. */
function recordShifts(): void {
  Object.assign(globalThis, { layoutShift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') !== true)
        Object.assign(globalThis, {
          layoutShift: Number(Reflect.get(globalThis, 'layoutShift')) + Number(Reflect.get(entry, 'value')),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}
