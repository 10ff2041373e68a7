// Takes screenshots of every screen in every state, on phone and desktop, light and dark, some in each brand, into screens/:
// npm run screens -- chat profile
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { brands, defaultBrand } from '#manifest/index.ts';
import type { Brand } from '#shared/brand.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { findChromium } from './find-browsers.mjs';
import { contactSheet, type Shot } from './screens/sheet.ts';
import { startDemoServer, type DemoServer } from './screens/demo-server.ts';
import { appliesTo, openIn, settle, states, viewports, type State, type Viewport } from './screens/states.ts';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'screens');
const schemes = ['light', 'dark'] as const;
/** After a screen is shown, the device has stored its lists within this time. */
const listStoringMs = 1_200;
/** This many sessions of the browser run at once, since each of them waits most of the time. */
const concurrency = 4;
/** The page has the colours of the other scheme within this time. */
const repaintMs = 350;

interface Wanted {
  readonly name: string;
  readonly route: ScreenRoute;
}

interface Job {
  readonly state: State;
  readonly brand: Brand;
  readonly viewport: Viewport;
  /** Selects the browser's session. */
  readonly sessionIndex: number;
}

/** The other brands show a visitor's screens and these screens of a member. */
const memberScreensOfBrands: readonly string[] = ['/', '/search/tile'];

/** All states in the default brand, and some in the others. */
const allJobs: readonly Job[] = viewports
  .flatMap((viewport) =>
    states.flatMap((state) =>
      brands
        .filter((brand) => brand === defaultBrand || state === 'visitor' || state === 'filled')
        .map((brand) => ({ viewport, state, brand })),
    ),
  )
  .map((job, sessionIndex) => ({ ...job, sessionIndex }));

const columnOf = ({ state, brand }: Pick<Job, 'state' | 'brand'>): string =>
  brand === defaultBrand ? state : `${state}-${brand.key}`;

/** A path that has no screen. */
const unknown: ScreenRoute = {
  path: '/nowhere',
  title: 'Page Not Found',
  roles: ['UNAUTHENTICATED', 'USER'],
  group: 'About',
  isPrerendered: true,
};

/** Returns the screens that a word names or whose path contains it, or all. The logout is last, since it ends the browser's session. */
function wantedScreens(words: readonly string[]): Wanted[] {
  const all = [
    ...screenRoutes.filter(({ path: own }) => own !== '/logout'),
    unknown,
    ...screenRoutes.filter(({ path: own }) => own === '/logout'),
  ];
  return all
    .map((route) => ({
      name:
        route.path === '/'
          ? 'home'
          : route.path
              .slice(1)
              .replaceAll(/[/{}]+/g, '-')
              .replace(/-$/, ''),
      route,
    }))
    .filter(({ name, route }) => words.length === 0 || words.some((word) => name === word || route.path.includes(word)));
}

async function takeAll(server: DemoServer, wanted: readonly Wanted[]): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Screens need Chromium: install it, or name it with CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: ['--disable-background-networking'] });
  try {
    const shots = new Map<string, Shot[]>(wanted.map(({ name }) => [name, []]));
    const jobs = [...allJobs];
    const work = async (): Promise<void> => {
      for (let job = jobs.shift(); job; job = jobs.shift())
        for (const { name, shot } of await takeState(browser, server, wanted, job)) shots.get(name)?.push(shot);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    for (const { name, route } of wanted) {
      const own = inOrder(shots.get(name) ?? []);
      if (own.length > 0)
        await writeFile(path.join(folder, `${name}.png`), await contactSheet(`${route.title}   ${route.path}`, own));
    }
  } finally {
    await browser.close();
  }
}

/** Sorts rows by size and scheme, and columns by state, whichever browser was faster. */
function inOrder(shots: readonly Shot[]): Shot[] {
  const rows = viewports.flatMap(({ name }) => schemes.map((scheme) => `${name} ${scheme}`));
  const columns = allJobs.map(columnOf);
  return shots.toSorted(
    (a, b) => columns.indexOf(a.column) - columns.indexOf(b.column) || rows.indexOf(a.row) - rows.indexOf(b.row),
  );
}

async function takeState(browser: Browser, server: DemoServer, wanted: readonly Wanted[], job: Job) {
  const { state, viewport, sessionIndex, brand } = job;
  const isOfBrand = ({ path: own }: ScreenRoute) =>
    brand === defaultBrand || state === 'visitor' || memberScreensOfBrands.includes(own);
  const screens = wanted.filter(({ route }) => appliesTo(state, route) && isOfBrand(route));
  if (screens.length === 0) return [];
  const origin = new URL(server.origin);
  if (brand !== defaultBrand) origin.hostname = `${brand.key}.localhost`;
  const context = await openIn(browser, state, viewport, { ...server, origin: origin.origin }, sessionIndex);
  const page = await context.newPage();
  const taken: { name: string; shot: Shot }[] = [];
  const addressOf = ({ path: own }: ScreenRoute) => origin.origin + server.addressOf(own);
  if (state === 'offline') {
    // The device is online for one visit, so that it has its caches.
    await page.goto(server.origin);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    for (const { route } of screens) {
      await page.goto(addressOf(route), { waitUntil: 'load' });
      await settle(page, 'filled');
      await page.waitForTimeout(listStoringMs);
    }
    await context.setOffline(true);
  }
  for (const { name, route } of screens) {
    try {
      await page.goto(addressOf(route), { waitUntil: state === 'loading' ? 'domcontentloaded' : 'load' });
      await settle(page, state);
      for (const scheme of schemes) taken.push({ name, shot: await take(page, name, job, scheme) });
    } catch (error) {
      console.error(
        `${name}, ${columnOf(job)}, ${viewport.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
      );
    }
  }
  await context.close();
  return taken;
}

async function take(page: Page, name: string, job: Job, scheme: (typeof schemes)[number]): Promise<Shot> {
  const { state, viewport } = job;
  const column = columnOf(job);
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForTimeout(repaintMs);
  const png = await page.screenshot();
  await writeFile(path.join(folder, name, `${column}-${viewport.name}-${scheme}.png`), png);
  if (scheme === 'light' && (state === 'filled' || state === 'visitor')) await takeWhole(page, name, column, viewport);
  return { row: `${viewport.name} ${scheme}`, column, png };
}

/** Takes a longer page again in a window that is as long as the page, so that bars stay at its edge. */
async function takeWhole(page: Page, name: string, column: string, viewport: Viewport): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height <= viewport.height) return;
  await page.setViewportSize({ ...viewport, height });
  await page.screenshot({ path: path.join(folder, name, `${column}-${viewport.name}-whole.png`) });
  await page.setViewportSize(viewport);
}

const startedMs = performance.now();
const words = process.argv.slice(2);
const wanted = wantedScreens(words);
if (wanted.length === 0) {
  console.error(`No screen's path contains ${words.join(' or ')}.`);
  process.exit(1);
}
const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
for (const { name } of wanted) {
  await rm(path.join(folder, name), { recursive: true, force: true });
  await mkdir(path.join(folder, name), { recursive: true });
}
const server = await startDemoServer(allJobs.length);
try {
  await takeAll(server, wanted);
} finally {
  await server.close();
}
console.log(`${wanted.length} screens are in ${folder} (${((performance.now() - startedMs) / 1_000).toFixed(0)} s).`);
