// Measures the additional size of each members' screen, and checks that all screens open without a server.
import type { Page, Request } from 'playwright-core';
import { screenRoutes } from '#shared/rules/routes.ts';
import { startDemoServer, type DemoServer } from '#scripts/screens/demo-server.ts';
import { count, weight, type Measurement } from './measurements.ts';
import { openDevice, visit, type Device } from './browser.ts';
import type { Weights } from './served.ts';

const screenMaxKib = 10;
const mapMaxKib = 98;
const largeMaxKib = 14;
/** The largest screens: the conversation, a profile and the settings. */
const largeScreens = ['/chat/personal/{profileId}', '/profile', '/profile/{profileId}', '/settings'];
const cacheWaitMs = 30_000;
const contentWaitMs = 60_000;
/** Each page of a member fetches the tiles when idle. */
const fetchedWhenIdle = /\/assets\/later-nearby-.*\.js$/;
/** The logout screen is left out, since it ends the session. The other screens are public and measured elsewhere. */
const paths = screenRoutes.map(({ path }) => path).filter((path) => path !== '/logout' && path !== '/login');

export async function measureMembers(own: Weights): Promise<Measurement[]> {
  const server = await startDemoServer(1);
  const device = await openDevice();
  try {
    await logIn(device, server);
    const measurements = (await measureScreens(device, server, own)).toSorted((a, b) => b.ours - a.ours);
    return [...measurements.filter((one, place) => !one.isMet || place < 5), await measureOffline(device, server)];
  } finally {
    await device.remove();
    await server.close();
  }
}

/** Puts a seeded member's session into the browser, as a login would. */
export async function logIn(device: Device, { origin, filled }: DemoServer): Promise<void> {
  const { profileId, cookies } = filled;
  await device.context().addCookies([{ name: 'sid', value: cookies[0] ?? '', url: origin }]);
  const page = await device.context().newPage();
  await page.goto(`${origin}/tos`);
  await page.evaluate((id) => {
    localStorage.setItem('session', JSON.stringify({ profileId: id, roles: ['USER'] }));
    localStorage.setItem('lastProfileId', JSON.stringify(id));
  }, profileId);
  await page.close();
}

/** Measures the additional size of each screen in a browser that already has the common files of members' pages. */
export async function measureScreens(device: Device, server: DemoServer, own: Weights): Promise<Measurement[]> {
  const frame = await loadedBy(device, `${server.origin}/settings/none`);
  const common = new Set(frame);
  // Home fetches the tiles when idle, maybe before the measurement ends and maybe later.
  for (const path of ['/', '/search/tile']) for (const file of await loadedBy(device, server.origin + path)) common.add(file);
  const measurements: Measurement[] = [];
  for (const path of paths) {
    const loaded = await loadedBy(device, addressOf(server, path));
    const before = /tile|swype/.test(path) ? frame : common;
    const added = [...loaded].filter((file) => !before.has(file)).reduce((sum, file) => sum + (own.sent.get(file) ?? 0), 0);
    const isLarge = largeScreens.includes(path) || /crop|picEdit/i.test(path);
    const most = path === '/search/map' ? mapMaxKib : isLarge ? largeMaxKib : screenMaxKib;
    measurements.push(weight(`${path} adds`, added, most));
  }
  return measurements;
}

/** Returns the scripts and styles that a page requests, also those that it fetches when idle. */
async function loadedBy(device: Device, url: string): Promise<Set<string>> {
  const page = await device.context().newPage();
  const loaded = new Set<string>();
  const pending = new Set<Request>();
  page.on('request', (request) => {
    const type = request.resourceType();
    if (['script', 'stylesheet'].includes(type)) loaded.add(new URL(request.url()).pathname);
    if (['script', 'stylesheet', 'fetch'].includes(type)) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const fetchingWhenIdle = page.waitForRequest(fetchedWhenIdle, { timeout: contentWaitMs });
  await Promise.all([page.goto(url, { waitUntil: 'load' }), fetchingWhenIdle]);
  await mainContent(page).waitFor({ timeout: contentWaitMs });
  await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null, null, { timeout: contentWaitMs });
  // A script that has arrived may request others once it runs.
  for (let quietLooks = 0; quietLooks < 2; quietLooks = pending.size > 0 ? 0 : quietLooks + 1)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.close();
  return loaded;
}

/** On a phone, an open conversation hides the list with its heading. */
const mainContent = (page: Page) =>
  page.locator('main :is(h1, [role=application], [role=log], .notice, textarea):visible').first();

/** Opens the screens after one visit, without the server, in a browser just started. */
async function measureOffline(device: Device, server: DemoServer): Promise<Measurement> {
  const page = await visit(device, `${server.origin}/`);
  await page.evaluate(async (waitMs) => {
    const hashed = await caches.open('hashed');
    const endMs = performance.now() + waitMs;
    while (!(await hashed.keys()).some(({ url }) => url.includes('/assets/later-ol-'))) {
      if (performance.now() > endMs) throw new Error('The map engine is not cached.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, cacheWaitMs);
  await server.close();
  await device.restart();
  const broken: string[] = [];
  for (const path of paths) if (!(await opens(device, addressOf(server, path)))) broken.push(path);
  if (broken.length > 0) console.log(`do not open without a server: ${broken.join(', ')}`);
  return count(`of ${paths.length} routes that do not open after one visit, no server`, broken.length, 0);
}

async function opens(device: Device, url: string): Promise<boolean> {
  const page: Page = await device.context().newPage();
  try {
    await page.goto(url, { waitUntil: 'load' });
    await mainContent(page).waitFor();
    return (await page.getByText('This screen could not be shown.').count()) === 0;
  } catch {
    return false;
  } finally {
    await page.close();
  }
}

export const addressOf = (server: DemoServer, path: string): string =>
  server.origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => server.parameters[name] ?? 'none');
