// Lists the states of screens, and prepares a browser for each of them.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ScreenRoute } from '#shared/rules/routes.ts';
import type { Login, DemoServer } from './demo-server.ts';

export const states = ['visitor', 'filled', 'empty', 'loading', 'failed', 'offline', 'admin'] as const;
export type State = (typeof states)[number];

export interface Viewport {
  readonly name: 'phone' | 'desktop';
  readonly width: number;
  readonly height: number;
}

export const viewports: readonly Viewport[] = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1_280, height: 800 },
];

const phoenix = { latitude: 33.4484, longitude: -112.074 };
/** The hand-placed position of the member, as the device caches it. */
const ownPlace = { type: 'override', lat: phoenix.latitude, lng: phoenix.longitude, fixMs: null };
/** A failed call is repeated after 1 and 2 s. */
const untilFailedMs = 4_000;
/** A busy machine takes this long at the most to replace skeletons and previews. */
const maxFillMs = 20_000;
/** This is long enough for the shell and its skeletons. */
const untilSkeletonMs = 1_200;
const maxQuietMs = 5_000;

/** Public pages without calls have only the states of visitor and member. */
export function appliesTo(state: State, { roles, isPrerendered, path }: ScreenRoute): boolean {
  if (state === 'visitor') return roles.includes('UNAUTHENTICATED');
  if (state === 'admin') return roles.includes('ADMIN');
  if (!roles.includes('USER')) return false;
  if (path === '/logout') return state === 'filled';
  return state === 'filled' || path === '/' || !isPrerendered;
}

/** Opens a fresh browser in this state. `sessionIndex` picks the cookie, so that each browser has its own session. */
export async function openIn(
  browser: Browser,
  state: State,
  viewport: Viewport,
  server: DemoServer,
  sessionIndex: number,
  deviceScaleFactor = 1,
): Promise<BrowserContext> {
  const isEmpty = state === 'empty';
  const login = loginIn(server, state);
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    hasTouch: viewport.name === 'phone',
    serviceWorkers: state === 'offline' ? 'allow' : 'block',
    geolocation: phoenix,
    // A theme or a skeleton that is still fading looks like a mistake.
    reducedMotion: 'reduce',
    permissions: isEmpty ? [] : ['geolocation'],
    ...(login === null ? {} : { storageState: storageOf(server.origin, login, sessionIndex, isEmpty ? null : ownPlace) }),
  });
  // These calls are never answered, so that the loading state stays.
  if (state === 'loading') await context.route('**/api/**', () => undefined);
  if (state === 'failed')
    await context.route(/\/api\/(?!settings|ping|map|version)/, (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, error: 'Error', message: 'Trouble', code: 'server-trouble' } }),
    );
  return context;
}

function loginIn({ filled, empty, admin }: DemoServer, state: State): Login | null {
  if (state === 'visitor') return null;
  return state === 'empty' ? empty : state === 'admin' ? admin : filled;
}

/** Returns the storage of a browser in which a member is logged in. */
function storageOf(origin: string, { profileId, roles, cookies }: Login, sessionIndex: number, place: typeof ownPlace | null) {
  const { hostname } = new URL(origin);
  const entry = (name: string, value: unknown) => ({ name, value: JSON.stringify(value) });
  return {
    cookies: [
      {
        name: 'sid',
        value: cookies[sessionIndex] ?? '',
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax' as const,
      },
    ],
    origins: [
      {
        origin,
        localStorage: [entry('session', { profileId, roles }), entry('lastProfileId', profileId), entry('lastLocation', place)],
      },
    ],
  };
}

/** Waits until a page has reached its state. */
export async function settle(page: Page, state: State): Promise<void> {
  if (state === 'loading') return page.waitForTimeout(untilSkeletonMs);
  if (state === 'failed') await page.waitForTimeout(untilFailedMs);
  // A page that polls is never idle for long, so the screenshot is taken anyway.
  await page.waitForLoadState('networkidle', { timeout: maxQuietMs }).catch(() => undefined);
  await page
    .waitForFunction(isFilled, undefined, { timeout: maxFillMs })
    .catch(() => console.error(`${page.url()}, ${state}: something is still loading`));
  await page.waitForTimeout(300);
}

/** Runs in the page: says whether no skeleton is left, and each picture in the window is there. */
function isFilled(): boolean {
  const isSeen = (element: Element) => {
    const { top, bottom, left, right, height } = element.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  return (
    document.querySelector('main :is([aria-busy="true"], .skeleton)') === null &&
    [...document.images].every((image) => image.complete || !isSeen(image))
  );
}
