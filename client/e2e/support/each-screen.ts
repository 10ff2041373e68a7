// Opens every screen of a state in one language, and collects what is wrong there.
import type { Browser, Page } from 'playwright-core';
import type { DemoServer } from '#scripts/screens/demo-server.ts';
import { appliesTo, openIn, type State, type Viewport } from '#scripts/screens/states.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { recordShifts, watchRequests } from './still.ts';

/** The screen that opens a notification only redirects. */
const routes = screenRoutes.filter(({ path }: ScreenRoute) => path !== '/notifications/open/{notificationId}');

export interface Screens {
  readonly browser: Browser;
  readonly server: DemoServer;
  readonly state: State;
  readonly viewport: Viewport;
  /** Which of the account's logins. The screens of a member end with the logout. */
  readonly turn?: number;
  /** A BCP 47 tag. */
  readonly language: string;
}

/** `watch` is called before the first screen opens. What it returns names the problems of the open screen. */
export async function problemsOnScreens(
  { browser, server, state, viewport, turn = 0, language }: Screens,
  watch: (page: Page) => (() => Promise<string[]>) | Promise<() => Promise<string[]>>,
): Promise<string[]> {
  const context = await openIn(browser, state, viewport, server, turn);
  await context.addInitScript((tag) => localStorage.setItem('language', JSON.stringify(tag)), language);
  const page = await context.newPage();
  await recordShifts(page);
  const problemsNow = await watch(page);
  const { untilStill } = watchRequests(page);
  const found: string[] = [];
  for (const { path } of routes.filter((route) => appliesTo(state, route))) {
    await page.goto(server.origin + server.addressOf(path), { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(hasAppRendered, language, { timeout: 60_000 });
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await untilStill();
    found.push(...(await problemsNow()).map((problem) => `${path}: ${problem}`));
  }
  await context.close();
  return [...new Set(found)];
}

/** Runs in the page. The page that the server sends may be in another language, until React has rendered or hydrated the screen. */
function hasAppRendered(language: string): boolean {
  const heading = document.querySelector('#main h1');
  const isRendered = heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'));
  return isRendered && document.documentElement.lang === language;
}
