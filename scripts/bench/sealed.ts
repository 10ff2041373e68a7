// Compares a device with sealed data and one without in the costs of opening a conversation, the tiles and the map while offline.
import type { CDPSession, Page } from 'playwright-core';
import { keptDataScript } from '#client/e2e/support/kept-data.ts';
import { until } from '#client/e2e/support/server.ts';
import { openDevice, visit, type Device } from '#scripts/budgets/browser.ts';
import { limits } from '#shared/rules/limits.ts';
import { median, numberFlag } from './figures.ts';
import { startFilledServer, type FilledServer } from './filled-server.ts';

/** A device downloads at most this many messages of a conversation. */
const messageCount = 400;
const tileCount = limits.tilesPage;
/** In this viewport the map shows at least this many tiles, wherever it begins. */
const mapTileCount = 2;
/** The viewport is high enough to show all tiles of a page. */
const viewport = { width: 390, height: 2_400 };
const maxRatio = 1.3;
const longestWaitMs = 120_000;
/** An app that was just opened is idle after this time. */
const restMs = 1_500;

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Runs in the page. */
  readonly isShown: (count: number) => boolean;
  /** Runs in the page. */
  readonly isStored: (count: number) => Promise<boolean>;
  readonly count: number;
}

interface Costs {
  /** The CPU time of all processes of the browser. */
  readonly cpuMs: number[];
  readonly wallMs: number[];
}

/** `--rounds N` (7). Rejects if sealed data make an opening more than 1.3 times as expensive in CPU time. */
export async function run(args: string[]): Promise<void> {
  const rounds = numberFlag(args, '--rounds', 7);
  const server = await startFilledServer(messageCount, tileCount);
  const devices: Device[] = [];
  try {
    const screens = screensOf(server.peerId);
    const openers = [];
    for (const isSealed of [true, false]) {
      const device = await openDevice();
      devices.push(device);
      openers.push(await prepare(device, server, screens, isSealed));
    }
    console.log(`\n  Medians of ${rounds} alternated rounds, offline; CPU time of all processes of Chromium.\n`);
    const missed: string[] = [];
    for (const [at, screen] of screens.entries())
      for (const before of [null, screens[at === 0 ? 1 : 0] ?? null]) {
        const [sealed, plain] = await compare(rounds, openers, screen, before);
        const name = `${screen.name}, ${before === null ? 'starting the app' : 'within the app'}`;
        if (!report(name, sealed, plain)) missed.push(name);
      }
    if (missed.length > 0) throw new Error(`Sealing costs too much: ${missed.join('; ')}.`);
  } finally {
    for (const device of devices) await device.remove();
    await server.stop();
  }
}

const screensOf = (peerId: string): readonly Screen[] => [
  {
    name: `Conversation of ${messageCount} messages`,
    path: `/chat/personal/${peerId}`,
    isShown: () => document.querySelector('.message .bubble-text') !== null,
    isStored: async (count) => (await globalThis.keptData()).stores.messages?.length === count,
    count: messageCount,
  },
  {
    name: `${tileCount} tiles with pictures`,
    path: '/search/tile',
    isShown(count) {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('.tiles img')];
      return pictures.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length === count;
    },
    async isStored(count) {
      const { stores, addresses } = await globalThis.keptData();
      const hasList = JSON.stringify(stores.lists).includes('isLast');
      return hasList && addresses.filter((address) => address.includes('pic')).length >= count;
    },
    count: tileCount,
  },
  {
    name: 'The map',
    path: '/search/map',
    isShown: (count) =>
      document.querySelector('canvas') !== null &&
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/map/tiles/')).length >= count,
    async isStored(count) {
      const { addresses } = await globalThis.keptData();
      return addresses.filter((address) => address.includes('/api/map/tiles/')).length >= count;
    },
    count: mapTileCount,
  },
];

/** Returns a function that opens a screen offline and resolves to its costs. `before` is the screen shown before, if any. */
async function prepare(device: Device, server: FilledServer, screens: readonly Screen[], isSealed: boolean) {
  const { origin, cookie, profileId } = server;
  const context = device.context();
  context.setDefaultTimeout(longestWaitMs);
  await context.addInitScript(keptDataScript());
  // On origins that are not secure, the app seals nothing.
  if (!isSealed) await context.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }));
  await context.addCookies([{ name: 'sid', value: cookie, url: origin }]);
  const page = await visit(device, `${origin}/tos`);
  await page.setViewportSize(viewport);
  await page.evaluate((id) => {
    localStorage.setItem('session', JSON.stringify({ profileId: id, roles: ['USER'] }));
    localStorage.setItem('lastProfileId', JSON.stringify(id));
  }, profileId);
  for (const { name, path, isStored, count } of screens) {
    await page.goto(origin + path);
    await page.locator('.message, .tiles img, canvas').first().waitFor();
    await until(`${name} on the device`, () => page.evaluate(isStored, count), longestWaitMs);
    await until(`the files of ${path} on the device`, () => page.evaluate(areFilesCached), longestWaitMs);
  }
  if ((await page.evaluate(isAnySealed)) !== isSealed) throw new Error(`The device is ${isSealed ? 'not ' : ''}sealed.`);
  await page.close();
  await context.setOffline(true);
  const devtools = await context.browser()?.newBrowserCDPSession();
  if (devtools === undefined) throw new Error('This browser does not tell its CPU time.');
  return async (screen: Screen, before: Screen | null) => {
    const opened = await context.newPage();
    await opened.setViewportSize(viewport);
    if (before !== null) {
      await opened.goto(origin + before.path);
      await opened.waitForFunction(before.isShown, before.count);
      await opened.waitForTimeout(restMs);
    }
    const [cpuBefore, startedMs] = [await cpuMs(devtools), performance.now()];
    if (before === null) await opened.goto(origin + screen.path, { waitUntil: 'commit' });
    else await opened.evaluate((path) => history.pushState(null, '', path), screen.path);
    await untilPainted(opened, screen);
    const wallMs = performance.now() - startedMs;
    const cpuAfter = await cpuMs(devtools);
    await opened.close();
    // Counts only processes that still run, since those of pages that were closed earlier may have ended.
    const spentMs = [...cpuAfter].map(([id, spent]) => spent - (cpuBefore.get(id) ?? 0));
    return { cpuMs: spentMs.reduce((sum, spent) => sum + spent, 0), wallMs };
  };
}

/** Each round opens the screen on both devices in alternating order. The first round does not count. */
async function compare(
  rounds: number,
  openers: readonly Awaited<ReturnType<typeof prepare>>[],
  screen: Screen,
  before: Screen | null,
): Promise<readonly Costs[]> {
  const costs = openers.map((open) => ({ open, cpuMs: [] as number[], wallMs: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1)
    for (const cost of round % 2 === 0 ? costs : costs.toReversed()) {
      const spent = await cost.open(screen, before);
      if (round === 0) continue;
      cost.cpuMs.push(spent.cpuMs);
      cost.wallMs.push(spent.wallMs);
    }
  return costs;
}

function report(name: string, sealed: Costs | undefined, plain: Costs | undefined): boolean {
  const inMs = (costs: Costs | undefined, what: keyof Costs): number => median(costs?.[what] ?? []);
  const [ratio, wallRatio] = (['cpuMs', 'wallMs'] as const).map((what) => inMs(sealed, what) / inMs(plain, what));
  const isOk = (ratio ?? Number.NaN) <= maxRatio;
  const figures = (costs: Costs | undefined): string =>
    `CPU ${inMs(costs, 'cpuMs').toFixed(0)} ms, clock ${inMs(costs, 'wallMs').toFixed(0)} ms`;
  console.log(`  ${isOk ? 'ok    ' : 'MISSED'}  ${name}: ${ratio?.toFixed(2)} times the CPU time (<= ${maxRatio})`);
  console.log(`          sealed ${figures(sealed)}; without ${figures(plain)}; clock ${wallRatio?.toFixed(2)} times`);
  return isOk;
}

async function untilPainted(page: Page, { isShown, count }: Screen): Promise<void> {
  await page.waitForFunction(isShown, count);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Returns the CPU time of each process of the browser since its start, by id. */
async function cpuMs(devtools: CDPSession): Promise<ReadonlyMap<number, number>> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.map(({ id, cpuTime }) => [id, 1_000 * cpuTime]));
}

/** Runs in a page. Returns whether the worker has all scripts and styles that the page has loaded. */
async function areFilesCached(): Promise<boolean> {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name);
  const found = await Promise.all(urls.filter((url) => url.includes('/assets/')).map((url) => caches.match(url)));
  return found.every((response) => response !== undefined);
}

/** Runs in a page. */
const isAnySealed = async (): Promise<boolean> =>
  (await (await caches.open('member-pictures')).keys()).some(({ url }) => new URL(url).pathname.startsWith('/sealed/~'));
