// A server with the demo's members, and a browser, for the tests of one file.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { filledOnce, smallSize } from '#scripts/screens/demo-data.ts';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { openIn, viewports, type State, type Viewport } from '#scripts/screens/states.ts';
import { headlessBrowser } from './profile.ts';

/** Both are available from the first test on. */
export interface Demo {
  readonly server: DemoServer;
  readonly browser: Browser;
}

export const [phone, desktop] = viewports as readonly [Viewport, Viewport];

/** Call it once, at the top of a test file. `browsers` says in how many browsers each account is logged in. */
export function openDemo(browsers = 1): Demo {
  let server: DemoServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startDemoServer(browsers, { size: smallSize, filled: await filledOnce(smallSize) });
    browser = await headlessBrowser();
  }, 240_000);
  afterAll(() => server.close());
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
  };
}

/**
 * Returns a function that opens a new page, on a device that all pages of the same state, size and origin share: loading a screen there
 * takes a fifth less time than on a new device. All of them have the first login of the account.
 */
export function pagesOf(demo: Demo) {
  const devices = new Map<string, ReturnType<typeof openIn>>();
  return async (state: State, viewport: Viewport, { origin }: Pick<DemoServer, 'origin'> = demo.server): Promise<Page> => {
    const { width, height } = viewport;
    const kind = `${state} ${width} ${height} ${origin}`;
    const device = devices.get(kind) ?? openIn(demo.browser, state, viewport, { ...demo.server, origin }, 0);
    devices.set(kind, device);
    return (await device).newPage();
  };
}
