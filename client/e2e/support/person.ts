// A person with their own browser: a real Chromium profile on disk, closed and opened again like an app on a phone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '#scripts/find-chromium.mjs';

export interface PersonOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** A touch screen unless said otherwise. */
  readonly hasTouch?: boolean;
  readonly geolocation?: { readonly latitude: number; readonly longitude: number };
  readonly args?: readonly string[];
  readonly ignoreHTTPSErrors?: boolean;
}

export interface Person {
  /** The current page; another one after the app was closed and reopened. */
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the console complained of: errors, refused content, crashes. Empty in a sound app. */
  readonly complaints: string[];
  /** Hosts that any request went to. */
  readonly hosts: Set<string>;
  closeApp(): Promise<void>;
  openApp(url: string, options?: { isOffline?: boolean }): Promise<void>;
  leave(): Promise<void>;
}

export const phone = { width: 390, height: 844 } as const;
export const desktop = { width: 1280, height: 800 } as const;

/** What a browser logs by itself when the network is gone or an answer is a refusal; neither is a fault of the app. */
const expected = [/net::ERR_/, /Failed to load resource: the server responded with a status of (401|404|409|412|429)/];

export async function openPerson(options: PersonOptions = {}): Promise<Person> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('The browser tests need Chromium: install it, or name it with CHROMIUM_PATH.');
  const profileDir = await mkdtemp(path.join(tmpdir(), 'community-browser-'));
  const complaints: string[] = [];
  const hosts = new Set<string>();

  async function launch(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.launchPersistentContext(profileDir, {
      executablePath: executablePath ?? undefined,
      chromiumSandbox: false,
      viewport: options.viewport ?? phone,
      colorScheme: options.colorScheme ?? 'light',
      hasTouch: options.hasTouch ?? true,
      geolocation: options.geolocation,
      permissions: ['geolocation', 'notifications'],
      ignoreHTTPSErrors: options.ignoreHTTPSErrors ?? false,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        ...(options.args ?? []),
      ],
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') || url.protocol.startsWith('ws')) hosts.add(url.host);
    });
    context.on('console', (message) => {
      if (message.type() === 'error' && !expected.some((pattern) => pattern.test(message.text())))
        complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await context.addInitScript(lookAtDevice);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  }

  let now = await launch();
  return {
    get page() {
      return now.page;
    },
    get context() {
      return now.context;
    },
    complaints,
    hosts,
    closeApp: () => now.context.close(),
    async openApp(url, { isOffline = false } = {}) {
      now = await launch();
      if (isOffline) await now.context.setOffline(true);
      await now.page.goto(url);
    },
    async leave() {
      await now.context.close();
      await rm(profileDir, { recursive: true, force: true });
    },
  };
}

/** Runs in each page before anything else: what tests ask about the device's storages. */
function lookAtDevice(): void {
  globalThis.keptTiles = async () => {
    for (const name of await caches.keys()) {
      const kept = await (await caches.open(name)).keys();
      if (kept.some(({ url }) => url.includes('/api/map/tiles/'))) return true;
    }
    return false;
  };
  globalThis.whatIsLeft = async () => {
    const names = await caches.keys();
    const kept = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const requests = await cache.keys();
        const texts = await Promise.all(
          requests.map(async (request) => `${request.url} ${await (await cache.match(request))?.clone().text()}`),
        );
        return { isMembers: requests.some(({ url }) => new URL(url).pathname.startsWith('/api/')), text: texts.join(' ') };
      }),
    );
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    const text = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      ...kept.map((one) => one.text),
    ].join(' ');
    return {
      databases,
      session: Object.keys(sessionStorage).filter((key) => key === 'show_nsfw' || key === 'session_id'),
      memberCaches: names.filter((_, i) => kept[i]?.isMembers),
      text,
    };
  };
}
