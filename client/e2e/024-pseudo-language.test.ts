// In the pseudo language no screen shows an English text of the app, and its longer texts fit.
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '#scripts/find-browsers.mjs';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { appliesTo, openIn, type State } from '#scripts/screens/states.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { textProblems } from './support/fit.ts';
import { recordShifts, watchRequests } from './support/still.ts';
import { rememberAnswers, untranslatedTexts } from './support/untranslated.ts';

const phone = { name: 'phone', width: 390, height: 844 } as const;
/** The screen that opens a notification only redirects. */
const routes = screenRoutes.filter(({ path }: ScreenRoute) => path !== '/notifications/open/{notificationId}');

let server: DemoServer;
let browser: Browser;
beforeAll(async () => {
  server = await startDemoServer(2, 14, 4);
  browser = await chromium.launch({ executablePath: findChromium() ?? undefined, chromiumSandbox: false });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await server.close();
});

test.each(['visitor', 'filled', 'empty'] as const)('every screen in the state %s is translated and fits', async (state) => {
  expect(await problemsOf(state)).toEqual([]);
});

/** Opens the screens of visitors or of a member one after the other. */
async function problemsOf(state: State): Promise<string[]> {
  const context = await openIn(browser, state, phone, server, 0);
  await context.addInitScript(() => localStorage.setItem('language', '"en-XA"'));
  const page = await context.newPage();
  await recordShifts(page);
  const known = rememberAnswers(page);
  const { untilStill } = watchRequests(page);
  const found: string[] = [];
  for (const { path } of routes.filter((route) => appliesTo(state, route))) {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => server.parameters[name] ?? '') + (server.queries[path] ?? '');
    await page.goto(server.origin + address, { waitUntil: 'domcontentloaded' });
    await page.locator('#main > *').first().waitFor({ state: 'attached' });
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await untilStill();
    const problems = [...(await untranslatedTexts(page, known())), ...(await textProblems(page))];
    found.push(...problems.map((problem) => `${path}: ${problem}`));
  }
  await context.close();
  return [...new Set(found)];
}
