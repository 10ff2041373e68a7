// Starts the machine's Chromium with a profile of its own, as an installed browser has: workers, push and sync work only there.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export interface Browser {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** CHROMIUM_PATH names another browser than those in the usual places. */
export async function startBrowser(options: Parameters<typeof chromium.launchPersistentContext>[1] = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? usualPlaces.find((place) => existsSync(place));
  const profile = await mkdtemp(join(tmpdir(), 'browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath,
    // Chromium refuses its sandbox to root, which containers run as.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
