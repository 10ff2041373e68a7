// Browser profiles: in memory in the shared Chromium of a test file, or on disk in their own Chromium.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { afterAll } from 'vitest';
import { findChromium } from '#scripts/find-browsers.mjs';

export interface Profile {
  /** A profile on disk can be reopened after its context was closed. */
  open(options: BrowserContextOptions): Promise<BrowserContext>;
  remove(): Promise<void>;
  /** Null for a profile in memory. */
  readonly directory: string | null;
}

const plainArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Some distributions switch it on, also without a graphics card, where it takes a quarter more time.
  '--disable-gpu-rasterization',
];

let shared: Promise<Browser> | undefined;
afterAll(async () => {
  await (await shared)?.close();
});

export async function openProfile({
  isOnDisk = false,
  args = [],
}: {
  isOnDisk?: boolean;
  args?: readonly string[];
}): Promise<Profile> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('The browser tests need Chromium: install it, or name it with CHROMIUM_PATH.');
  const launching = { executablePath, chromiumSandbox: false, args: [...plainArgs, ...args] };
  if (isOnDisk || args.length > 0) {
    const directory = await mkdtemp(path.join(tmpdir(), 'community-browser-'));
    return {
      open: (options) => chromium.launchPersistentContext(directory, { ...launching, ...options }),
      remove: () => rm(directory, { recursive: true, force: true }),
      directory,
    };
  }
  let isUsed = false;
  return {
    async open(options) {
      if (isUsed) throw new Error('Only a profile on disk can be opened again: give isOnDisk.');
      isUsed = true;
      shared ??= chromium.launch(launching);
      return (await shared).newContext(options);
    },
    async remove() {},
    directory: null,
  };
}
