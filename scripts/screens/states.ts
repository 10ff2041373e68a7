// The states a screen can be in, and how a browser is brought into each of them.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ScreenRoute } from '#shared/rules/routes.ts';
import type { Login, Stage } from './stage.ts';

export const states = ['visitor', 'filled', 'empty', 'loading', 'failed', 'offline'] as const;
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
/** The hand-placed position of the member, as cached on the device. */
const ownPlace = { type: 'override', lat: phoenix.latitude, lng: phoenix.longitude, fixMs: null };
/** Two further tries follow a failure, after 1 and 2 s; a busy machine takes longer for them. */
const untilFailedMs = { least: 4_000, most: 12_000 };
/** Long enough for the shell and its skeletons. */
const untilSkeletonMs = 1_200;
const quietMostMs = 5_000;

/** Public pages that ask the server for nothing have no other state than the visitor's and the member's. */
export function appliesTo(state: State, { roles, isPrerendered, path }: ScreenRoute): boolean {
  if (state === 'visitor') return roles.includes('UNAUTHENTICATED');
  if (!roles.includes('USER')) return false;
  if (path === '/logout') return state === 'filled';
  return state === 'filled' || path === '/' || !isPrerendered;
}

/** A fresh browser in this state. `turn` picks the cookie: one browser, one session. */
export async function openIn(
  browser: Browser,
  state: State,
  viewport: Viewport,
  stage: Stage,
  turn: number,
): Promise<BrowserContext> {
  const isEmpty = state === 'empty';
  const login = state === 'visitor' ? null : isEmpty ? stage.empty : stage.filled;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1,
    hasTouch: viewport.name === 'phone',
    serviceWorkers: state === 'offline' ? 'allow' : 'block',
    geolocation: phoenix,
    permissions: isEmpty ? [] : ['geolocation'],
    ...(login === null ? {} : { storageState: storageOf(stage.origin, login, turn, isEmpty ? null : ownPlace) }),
  });
  // Held calls are never answered, so that what is shown meanwhile stays.
  if (state === 'loading') await context.route('**/api/**', () => undefined);
  if (state === 'failed')
    await context.route(/\/api\/(?!settings|ping|map|version)/, (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, error: 'Error', message: 'Trouble', code: 'server-trouble' } }),
    );
  return context;
}

/** What a browser keeps of somebody who has logged in. */
function storageOf(origin: string, { profileId, cookies }: Login, turn: number, place: typeof ownPlace | null) {
  const { hostname } = new URL(origin);
  const entry = (name: string, value: unknown) => ({ name, value: JSON.stringify(value) });
  return {
    cookies: [
      {
        name: 'sid',
        value: cookies[turn] ?? '',
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
        localStorage: [
          entry('session', { profileId, roles: ['USER'] }),
          entry('lastProfileId', profileId),
          entry('lastLocation', place),
        ],
      },
    ],
  };
}

/** Waits until a page shows what it will show in its state. */
export async function settle(page: Page, state: State): Promise<void> {
  if (state === 'loading') return page.waitForTimeout(untilSkeletonMs);
  if (state === 'failed') {
    await page.waitForTimeout(untilFailedMs.least);
    await page
      .waitForSelector('main [aria-busy="true"]', { state: 'detached', timeout: untilFailedMs.most })
      .catch(() => undefined);
  }
  // A page that polls is never quiet for long; it is taken as it is then.
  await page.waitForLoadState('networkidle', { timeout: quietMostMs }).catch(() => undefined);
  await page.waitForTimeout(300);
}
