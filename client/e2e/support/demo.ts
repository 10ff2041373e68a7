// A server with the demo's members, and a browser, for the tests of one file.
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findChromium } from '#scripts/find-browsers.mjs';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { viewports, type Viewport } from '#scripts/screens/states.ts';

/** Both are available from the first test on. */
export interface Demo {
  readonly server: DemoServer;
  readonly browser: Browser;
}

export const [phone, desktop] = viewports as readonly [Viewport, Viewport];

/** Call it once, at the top of a test file. `browsers` is in how many browsers each account is logged in. */
export function openDemo(browsers = 1): Demo {
  let server: DemoServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startDemoServer(browsers, 14, 4);
    browser = await chromium.launch({ executablePath: findChromium() ?? undefined, chromiumSandbox: false });
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
  };
}
