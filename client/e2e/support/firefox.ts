// A device with Firefox, its profile on disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '#scripts/find-firefox.mjs';
import { textOf, type Device } from './device.ts';

export async function openFirefox(): Promise<Device> {
  const executablePath = findFirefox();
  if (executablePath === null) throw new Error('This test needs Firefox: install it, or name it with FIREFOX_PATH.');
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'community-firefox-'));

  async function start(): Promise<{ browser: Browser; page: Page }> {
    const browser = await launch({ browser: 'firefox', executablePath: executablePath ?? '', userDataDir });
    const [page = await browser.newPage()] = await browser.pages();
    return { browser, page };
  }

  let now = await start();
  return {
    goto: async (url) => void (await now.page.goto(url)),
    run: async <A, T>(work: (arg: A) => T | Promise<T>, arg: A) => (await now.page.evaluate(textOf(work, arg))) as T,
    async reopen(url) {
      await now.browser.close();
      now = await start();
      await now.page.goto(url);
    },
    async leave() {
      await now.browser.close();
      await rm(userDataDir, { recursive: true, force: true });
    },
  };
}
