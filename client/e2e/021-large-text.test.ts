// Texts of twice the size fit on every route of phones, every control is large enough for a finger, and each name is read once.
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '#scripts/find-browsers.mjs';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { appliesTo, openIn, viewports, type State } from '#scripts/screens/states.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { brokenWords, setTextSize, smallTargets, textProblems } from './support/fit.ts';
import { repeatedNames } from './support/names.ts';
import { recordShifts, watchRequests } from './support/still.ts';

const phone = viewports[0] ?? { name: 'phone', width: 390, height: 844 };
const devices = [
  { width: 320, text: 'normal', textPx: 16 },
  { width: 390, text: 'twice as large', textPx: 32 },
  { width: 320, text: 'twice as large', textPx: 32 },
] as const;
/** The screen that opens a notification only redirects. */
const routes = screenRoutes.filter(({ path }: ScreenRoute) => path !== '/notifications/open/{notificationId}');

let server: DemoServer;
let browser: Browser;
beforeAll(async () => {
  server = await startDemoServer(devices.length, 14, 4);
  browser = await chromium.launch({ executablePath: findChromium() ?? undefined, chromiumSandbox: false });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await server.close();
});

describe.each(devices)('on a phone of $width px with text that is $text', (device) => {
  test.each(['visitor', 'filled'] as const)(
    'every screen in the state %s fits, with controls of 44 px and names that are read once',
    async (state) => {
      expect(await problemsOf(state, device)).toEqual([]);
    },
  );
});

/** Opens the screens of visitors or of a member one after the other. */
async function problemsOf(state: State, device: (typeof devices)[number]): Promise<string[]> {
  const viewport = { ...phone, width: device.width };
  const context = await openIn(browser, state, viewport, server, devices.indexOf(device));
  const page = await context.newPage();
  await setTextSize(page, device.textPx);
  await recordShifts(page);
  const { untilStill } = watchRequests(page);
  const found: string[] = [];
  for (const { path } of routes.filter((route) => appliesTo(state, route))) {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => server.parameters[name] ?? '') + (server.queries[path] ?? '');
    await page.goto(server.origin + address, { waitUntil: 'domcontentloaded' });
    await page.locator('#main > *').first().waitFor({ state: 'attached' });
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await untilStill();
    const problems = [...(await textProblems(page)), ...(await smallTargets(page))];
    // A narrow phone with large text has lines of a few letters.
    if (device !== devices[2]) problems.push(...(await brokenWords(page)).map((word) => `${word} is broken in two lines`));
    if (device === devices[0]) problems.push(...(await repeatedNames(page)).map((name) => `"${name}" reads a name twice`));
    found.push(...problems.map((problem) => `${path}: ${problem}`));
  }
  await context.close();
  return found;
}
