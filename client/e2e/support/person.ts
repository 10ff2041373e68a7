// Opens a browser profile in Chromium for one person.
import type { BrowserContext, Page } from 'playwright-core';
import { keptDataScript } from './kept-data.ts';
import { openProfile } from './profile.ts';

declare global {
  /** These functions are set in each page. This one returns whether map tiles are cached on the device. */
  function areTilesCached(): Promise<boolean>;
  function whatIsLeft(): Promise<{ databases: string[]; session: string[]; memberCaches: string[]; text: string }>;
}

export interface PersonOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** By default the device asks for reduced motion, which saves frames that no test looks at. */
  readonly hasMotion?: boolean;
  /** The device has a touch screen by default. */
  readonly hasTouch?: boolean;
  /** The language of the browser, en-US by default. */
  readonly locale?: string;
  readonly geolocation?: { readonly latitude: number; readonly longitude: number };
  readonly ignoreHTTPSErrors?: boolean;
  /** The browser offers no workers, as in some private windows. */
  readonly isWithoutWorker?: boolean;
  /** Keys take longer than on the test machine, so that the app takes the fewest iterations for a PIN. */
  readonly isSlow?: boolean;
  /** Only pages send waiting writes, as in Firefox and Safari. Tests can answer these requests by routes. */
  readonly isWithoutSync?: boolean;
  /** The browser shows notifications, receives pushes and sends in the background, which takes it more time. */
  readonly hasNotifications?: boolean;
  /** The profile is on disk in its own Chromium, where the app can be installed, closed and reopened. */
  readonly isOnDisk?: boolean;
  /** Command line arguments for a profile on disk. */
  readonly args?: readonly string[];
}

export interface Person {
  /** The open page. It is a new page after the app was reopened. */
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, blocked content and crashes. The list is empty if there are no faults. */
  readonly complaints: string[];
  /** All requested hosts. */
  readonly hosts: Set<string>;
  /** The directory of a profile on disk, else null. */
  readonly directory: string | null;
  closeApp(): Promise<void>;
  openApp(url: string, options?: { isOffline?: boolean }): Promise<void>;
  leave(): Promise<void>;
}

export const phone = { width: 390, height: 844 } as const;
export const desktop = { width: 1280, height: 800 } as const;

/** The timeout is long, so that tests do not fail on a busy machine. */
const longestWaitMs = 60_000;

/** The browser's own messages about a lost network or a refused call are not faults of the app. */
const expected = [
  /net::ERR_/,
  /error occurred when fetching the script/,
  /Failed to load resource: the server responded with a status of (401|404|409|412|429)/,
];

export async function openPerson(options: PersonOptions = {}): Promise<Person> {
  const profile = await openProfile(options);
  const complaints: string[] = [];
  const hosts = new Set<string>();

  async function launch(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await profile.open({
      viewport: options.viewport ?? phone,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.hasMotion ? 'no-preference' : 'reduce',
      hasTouch: options.hasTouch ?? true,
      geolocation: options.geolocation,
      locale: options.locale,
      permissions: ['geolocation', 'notifications'],
      serviceWorkers: options.isWithoutWorker ? 'block' : 'allow',
      ignoreHTTPSErrors: options.ignoreHTTPSErrors ?? false,
    });
    context.setDefaultTimeout(longestWaitMs);
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
    // Only secure pages have workers.
    if (options.isWithoutSync === true)
      await context.addInitScript(() => {
        const registration: unknown = Reflect.get(globalThis, 'ServiceWorkerRegistration');
        if (typeof registration === 'function') Reflect.deleteProperty(registration.prototype, 'sync');
      });
    if (options.isSlow === true) await context.addInitScript(deriveSlowly);
    await context.addInitScript(inspectDevice);
    await context.addInitScript(keptDataScript());
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
    directory: profile.directory,
    closeApp: () => now.context.close(),
    async openApp(url, { isOffline = false } = {}) {
      now = await launch();
      if (isOffline) await now.context.setOffline(true);
      await now.page.goto(url);
    },
    async leave() {
      await now.context.close();
      await profile.remove();
    },
  };
}

/**
 * Runs in each page before its own scripts. What the app measures with few iterations takes as long as on a slow phone, and
 * the other keys take their own time.
 */
function deriveSlowly(): void {
  // Only secure pages derive keys.
  if (!isSecureContext) return;
  const derive = crypto.subtle.deriveKey;
  SubtleCrypto.prototype.deriveKey = async function slowly(...given) {
    const [algorithm] = given;
    const isMeasured = typeof algorithm === 'object' && 'iterations' in algorithm && algorithm.iterations < 600_000;
    if (isMeasured) await new Promise((resolve) => setTimeout(resolve, 400));
    return derive.apply(this, given);
  };
}

/** Runs in each page before its own scripts. It adds functions that inspect the device's storage. */
function inspectDevice(): void {
  globalThis.areTilesCached = async () =>
    (await caches.has('member-map-tiles')) && (await (await caches.open('member-map-tiles')).keys()).length > 0;
  globalThis.whatIsLeft = async () => {
    const names = await caches.keys();
    const kept = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const requests = await cache.keys();
        const texts = await Promise.all(
          requests.map(async (request) => `${request.url} ${await (await cache.match(request))?.clone().text()}`),
        );
        return { isMembers: requests.some(({ url }) => /^\/(api|sealed)\//.test(new URL(url).pathname)), text: texts.join(' ') };
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

/** Advances the page's installed clock, until every request that is due by then has been sent. */
export async function passTime({ page }: Person, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.evaluate(() => fetch('/api/version'));
}
