// What only members see: how much each screen adds to what they have already, and that all of them open when the server is gone.
import type { Page } from 'playwright-core';
import { screenRoutes } from '#shared/rules/routes.ts';
import { openStage, type Stage } from '#scripts/screens/stage.ts';
import { count, weight, type Bar } from './bars.ts';
import { openDevice, visit, type Device } from './browser.ts';
import type { Weights } from './served.ts';

const screenMostKib = 10;
const mapMostKib = 98;
const cropMostKib = 14;
const cacheWaitMs = 30_000;
/** Leaving ends the session; the others are seen by everybody and weighed elsewhere. */
const paths = screenRoutes.map(({ path }) => path).filter((path) => path !== '/logout' && path !== '/login');

export async function memberBars(own: Weights): Promise<Bar[]> {
  const stage = await openStage(1);
  const device = await openDevice();
  try {
    await logIn(device, stage);
    const bars = (await screenBars(device, stage, own)).toSorted((a, b) => b.ours - a.ours);
    return [...bars.filter((bar, place) => !bar.holds || place < 5), await offlineBar(device, stage)];
  } finally {
    await device.throwAway();
    await stage.close();
  }
}

/** Puts a seeded member's session into the browser, as his login would have. */
export async function logIn(device: Device, { origin, filled }: Stage): Promise<void> {
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

/** How much each screen adds, opened by its address in a browser that has what every page of a member loads. */
export async function screenBars(device: Device, stage: Stage, own: Weights): Promise<Bar[]> {
  const common = await loadedBy(device, `${stage.origin}/settings/none`);
  for (const file of await loadedBy(device, `${stage.origin}/`)) common.add(file);
  const bars: Bar[] = [];
  for (const path of paths) {
    const loaded = await loadedBy(device, addressOf(stage, path));
    const added = [...loaded].filter((file) => !common.has(file)).reduce((sum, file) => sum + (own.sent.get(file) ?? 0), 0);
    const most = path === '/search/map' ? mapMostKib : /crop|picEdit/i.test(path) ? cropMostKib : screenMostKib;
    bars.push(weight(`${path} adds`, added, most));
  }
  return bars;
}

/** Scripts and styles that a page asks for. */
async function loadedBy(device: Device, url: string): Promise<Set<string>> {
  const page = await device.context().newPage();
  const loaded = new Set<string>();
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) loaded.add(new URL(request.url()).pathname);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.close();
  return loaded;
}

/** After one visit, with the server gone, in a browser just started. */
async function offlineBar(device: Device, stage: Stage): Promise<Bar> {
  const page = await visit(device, `${stage.origin}/`);
  await page.waitForFunction(
    async () => (await (await caches.open('hashed')).keys()).some(({ url }) => url.includes('/assets/ol-')),
    null,
    { timeout: cacheWaitMs },
  );
  await stage.close();
  await device.restart();
  const broken: string[] = [];
  for (const path of paths) if (!(await opens(device, addressOf(stage, path)))) broken.push(path);
  if (broken.length > 0) console.log(`do not open without a server: ${broken.join(', ')}`);
  return count(`of ${paths.length} routes that do not open after one visit, no server`, broken.length, 0);
}

async function opens(device: Device, url: string): Promise<boolean> {
  const page: Page = await device.context().newPage();
  try {
    await page.goto(url, { waitUntil: 'load' });
    // Beside an open conversation the list with its heading is hidden on a phone.
    await page.locator('main :is(h1, [role=application], [role=log], .notice, textarea):visible').first().waitFor();
    return (await page.getByText('This screen could not be shown.').count()) === 0;
  } catch {
    return false;
  } finally {
    await page.close();
  }
}

const addressOf = (stage: Stage, path: string): string =>
  stage.origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => stage.parameters[name] ?? 'none');
