// Opens every screen of a state in one language, looks at it in several sizes, and collects what is wrong there.
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { DemoServer } from '#scripts/screens/demo-server.ts';
import { appliesTo, openIn, type State, type Viewport } from '#scripts/screens/states.ts';
import { admits } from '#shared/rules/roles.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { setTextSize } from './fit.ts';
import { recordShifts, watchRequests } from './still.ts';
import { moveTo, screenHeading } from './visit.ts';

/** A size and theme in which each screen is looked at. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The reader's text size. The default is 16. */
  readonly textPx?: number;
  /** The default is light. */
  readonly colorScheme?: 'light' | 'dark';
  /** Names what is wrong on the open screen. */
  readonly problemsOn: (page: Page) => Promise<string[]>;
}

export interface Screens {
  readonly browser: Browser;
  readonly server: DemoServer;
  readonly state: State;
  readonly viewport: Viewport;
  /** Which of the account's logins. The screens of a member with data end with the logout. */
  readonly turn?: number;
  /** A BCP 47 tag. */
  readonly language: string;
}

/** The path of no screen. */
const unknown = '/no/such/thing';

/**
 * Screens without calls are the same with data and without, so they are opened with data only. The screen that opens a
 * notification only redirects. The logout comes last.
 */
function pathsOf(state: State): string[] {
  const isAdminOnly = ({ roles }: ScreenRoute): boolean => !admits(roles, ['USER']);
  const paths = screenRoutes
    .filter((route: ScreenRoute) => appliesTo(state, route) && (state !== 'admin' || isAdminOnly(route)))
    .map(({ path }): string => path)
    .filter((path) => path !== '/notifications/open/{notificationId}' && path !== '/logout');
  return [...paths, ...(state === 'admin' ? [] : [unknown]), ...(state === 'filled' ? ['/logout'] : [])];
}

/** `prepare` is called before the first screen opens. */
export async function problemsOnScreens(
  { browser, server, state, viewport, turn = 0, language }: Screens,
  prepare: (page: Page) => readonly Look[],
): Promise<string[]> {
  const context = await openIn(browser, state, viewport, server, turn);
  await context.addInitScript((tag) => localStorage.setItem('language', JSON.stringify(tag)), language);
  // Calls that read are refused. A refused call is not tried again, which takes less time than a failure of the server.
  if (state === 'failed')
    await context.route(/\/api\/(?!settings|ping|map|version)/, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    );
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordShifts(page);
  const looks = prepare(page);
  const { untilStill } = watchRequests(page);
  const found: string[] = [];
  const isLoading = state === 'loading';
  for (const [at, path] of pathsOf(state).entries()) {
    const address = server.addressOf(path);
    // Visitors come from outside, to pages of the server. Members move within the app.
    const isLoad = at === 0 || state === 'visitor';
    if (isLoad) await page.goto(server.origin + address, { waitUntil: 'domcontentloaded' });
    else await moveTo(page, address);
    await named(path, page.waitForFunction(isLoading ? hasSkeleton : hasAppRendered, { language, heading: screenHeading }));
    for (const look of looks) {
      const place = `${path} ${look.name}`;
      await show(page, session, look);
      if (!isLoading) {
        await named(place, page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' }));
        await named(place, untilStill({ idleWork: isLoad && look === looks[0] }));
      }
      found.push(...(await look.problemsOn(page)).map((problem) => `${place}: ${problem}`));
    }
  }
  await context.close();
  return [...new Set(found)];
}

/** Adds the place to the error of a wait that fails. */
const named = <T>(place: string, wait: Promise<T>): Promise<T> =>
  wait.catch((error: unknown) => {
    throw new Error(`${place} is not ready`, { cause: error });
  });

const refusal = { statusCode: 400, error: 'Bad Request', message: 'Refused', code: 'refused' };

/** Brings the screen into the size and theme. */
export async function show(page: Page, session: CDPSession, look: Look): Promise<void> {
  const { width, height, textPx = 16, colorScheme = 'light' } = look;
  await setTextSize(session, textPx);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
}

interface Sought {
  readonly language: string;
  /** A selector. */
  readonly heading: string;
}

/** Runs in the page. */
function hasSkeleton({ language }: Sought): boolean {
  const parts = [...document.querySelectorAll('#main *')];
  const isRendered = parts.some((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber$')));
  const isLeft = parts.every((part) => !part.hasAttribute('data-left'));
  return isRendered && isLeft && document.documentElement.lang === language;
}

/** Runs in the page. The page that the server sends may be in another language, until React has rendered or hydrated the screen. */
function hasAppRendered({ language, heading }: Sought): boolean {
  const headings = [...document.querySelectorAll(heading)];
  const isRendered = headings.some((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber$')));
  const isLeft = headings.every((one) => !one.hasAttribute('data-left'));
  return isRendered && isLeft && document.documentElement.lang === language;
}
