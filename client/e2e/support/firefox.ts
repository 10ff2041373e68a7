// Opens a device with Firefox, whose profile is on disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '#scripts/find-browsers.mjs';
import { textOf, type DeviceOnDisk, type DeviceOptions } from './device.ts';

export async function openFirefox({ prepare }: DeviceOptions = {}): Promise<DeviceOnDisk> {
  const executablePath = findFirefox();
  if (executablePath === null) throw new Error('This test needs Firefox: install it, or name it with FIREFOX_PATH.');
  const directory = await mkdtemp(path.join(tmpdir(), 'community-firefox-'));

  async function start(): Promise<{ browser: Browser; page: Page }> {
    const browser = await launch({ browser: 'firefox', executablePath: executablePath ?? '', userDataDir: directory });
    const [page = await browser.newPage()] = await browser.pages();
    if (prepare !== undefined) await page.evaluateOnNewDocument(prepare);
    return { browser, page };
  }

  let now = await start();
  const closeApp = async (): Promise<void> => {
    if (now.browser.connected) await now.browser.close();
  };
  return {
    directory,
    closeApp,
    goto: async (url) => void (await now.page.goto(url)),
    run: async <A, T>(work: (arg: A) => T | Promise<T>, arg: A) => (await now.page.evaluate(textOf(work, arg))) as T,
    async reopen(url) {
      await closeApp();
      now = await start();
      await now.page.goto(url);
    },
    async leave() {
      await closeApp();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
