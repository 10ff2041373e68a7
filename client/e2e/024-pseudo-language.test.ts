// In the pseudo language no screen shows an English text of the app, and its longer texts fit.
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '#scripts/find-browsers.mjs';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { viewports, type Viewport } from '#scripts/screens/states.ts';
import { problemsOnScreens } from './support/each-screen.ts';
import { textProblems } from './support/fit.ts';
import { rememberAnswers, untranslatedTexts } from './support/untranslated.ts';

const [phone] = viewports as readonly [Viewport];
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
  const problems = await problemsOnScreens({ browser, server, state, viewport: phone, language: 'en-XA' }, (page) => {
    const known = rememberAnswers(page);
    return async () => [...(await untranslatedTexts(page, known())), ...(await textProblems(page))];
  });
  expect(problems).toEqual([]);
});
