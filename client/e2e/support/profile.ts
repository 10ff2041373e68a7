// Opens browser profiles: in memory in a Chromium that the tests of a process share, or on disk in their own Chromium.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { disabledFeatures } from '#scripts/disabled-features.ts';
import { findChromium, findHeadlessShell } from '#scripts/find-browsers.mjs';

export interface Profile {
  /** A profile on disk can be reopened after its context was closed. */
  open(options: BrowserContextOptions): Promise<BrowserContext>;
  remove(): Promise<void>;
  /** Null for a profile in memory. */
  readonly directory: string | null;
}

const launching = {
  chromiumSandbox: false,
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    // Some distributions switch this on even without a graphics card, where it takes a quarter more time.
    '--disable-gpu-rasterization',
    `--disable-features=${disabledFeatures.join()}`,
    // Pages of tests live for seconds, too short for optimised code to pay off: without it they take a tenth less time.
    '--js-flags=--no-opt --no-maglev --no-sparkplug',
  ],
};

/** The shared browsers by executable. They end with the process, which runs several test files. */
const shared = new Map<string, Promise<Browser>>();

function sharedBrowser(executablePath: string): Promise<Browser> {
  const browser = shared.get(executablePath) ?? started(executablePath);
  shared.set(executablePath, browser);
  return browser;
}

async function started(executablePath: string): Promise<Browser> {
  const forget = (): void => void shared.delete(executablePath);
  try {
    const browser = await chromium.launch({ ...launching, executablePath });
    browser.once('disconnected', forget);
    return browser;
  } catch (error) {
    forget();
    throw error;
  }
}

/** Closes everything that a test file has opened in the shared browsers, so that the next one finds them as new. */
export async function emptySharedBrowsers(): Promise<void> {
  const browsers = await Promise.all(shared.values());
  await Promise.all(browsers.flatMap((browser) => browser.contexts()).map((context) => context.close()));
}

function installed(): string {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('The browser tests need Chromium: install it, or name it with CHROMIUM_PATH.');
  return executablePath;
}

/** The browser of profiles in memory without notifications. */
export const headlessBrowser = (): Promise<Browser> => sharedBrowser(findHeadlessShell() ?? installed());

export async function openProfile({
  isOnDisk = false,
  hasNotifications = false,
  args = [],
}: {
  isOnDisk?: boolean;
  hasNotifications?: boolean;
  args?: readonly string[];
}): Promise<Profile> {
  if (isOnDisk || args.length > 0) {
    const directory = await mkdtemp(path.join(tmpdir(), 'community-browser-'));
    return {
      open: (options) =>
        chromium.launchPersistentContext(directory, {
          ...launching,
          args: [...launching.args, ...args],
          executablePath: installed(),
          ...options,
        }),
      remove: () => rm(directory, { recursive: true, force: true }),
      directory,
    };
  }
  let isUsed = false;
  return {
    async open(options) {
      if (isUsed) throw new Error('Only a profile on disk can be opened again: give isOnDisk.');
      isUsed = true;
      const browser = await (hasNotifications ? sharedBrowser(installed()) : headlessBrowser());
      return browser.newContext(options);
    },
    async remove() {},
    directory: null,
  };
}
