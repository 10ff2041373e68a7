// A member's Home: people nearby, news, and the number of requests that it takes.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { welcome } from '#shared/contract/community.ts';
import type { Member } from '#server/testing/app/members.ts';
import { like, reportPosition, write } from '#server/testing/members/actions.ts';
import { goOffline } from './support/worker.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true, excused: /status of 400/ });
const { open } = fixture;

const slowCodeMs = 300;

const near = (page: Page) => page.getByRole('region', { name: 'Near you now' });
const face = (page: Page, name: string) => near(page).getByRole('link', { name }).first();
const news = (page: Page) => page.getByRole('region', { name: 'New for you' });
const row = (page: Page, words: RegExp | string) => news(page).getByRole('link').filter({ hasText: words });

async function placed(name: string, lat = 33.45): Promise<Member> {
  const member = await fixture.app.member({ name });
  await reportPosition(member, fixture.app.world.clock.now(), { lat });
  return member;
}

test('Home shows who is near, new messages, new likes and what waits, and follows what happens', async () => {
  const [anna, ben, cem] = [await placed('Anna'), await placed('Ben', 33.46), await placed('Cem', 33.48)];
  const page = await open(anna, '/');
  await face(page, 'Ben').waitFor();
  await expect
    .poll(() => near(page).getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining('Ben'), expect.stringContaining('Cem')]);
  for (const words of ['No new messages', 'No new likes', 'all caught up']) await row(page, words).waitFor();

  await write(ben, anna, 'Coffee on Friday?');
  await row(page, 'Coffee on Friday?').filter({ hasText: 'Ben' }).waitFor();
  await write(cem, anna, 'Hello there');
  await row(page, 'Cem and Ben').filter({ hasText: 'Hello there' }).waitFor();
  await like(cem, anna);
  await row(page, 'Likes you').filter({ hasText: 'Cem' }).waitFor();

  await like(anna, cem, { blocked: true });
  await face(page, 'Cem').waitFor({ state: 'detached' });
  // A message is read once it was in view for a moment, which is later than it is there.
  const isRead = page.waitForResponse(/message-read/);
  await row(page, 'Coffee on Friday?').click();
  await isRead;
  await page.goBack();
  await row(page, 'No new messages').waitFor();
});

/** Opens a page without the app, so that `prepare` comes before the app's first start on this device. */
async function openPrepared(member: Member, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await open(member, '/icons/icon.svg');
  await prepare(page);
  await page.goto(fixture.app.origin);
  return page;
}

test.each<[string, (page: Page) => Promise<unknown>]>([
  [
    'before the browser is idle for the first time',
    (page) =>
      page.addInitScript(() => {
        globalThis.requestIdleCallback = () => 0;
      }),
  ],
  [
    'in a browser that never opens its storage',
    (page) =>
      page.addInitScript(() => {
        const { locks } = navigator;
        const request = locks.request.bind(locks);
        Object.assign(locks, {
          request: (name: string, ...rest: [never, never]) =>
            name === 'lock-change' ? new Promise(() => undefined) : request(name, ...rest),
        });
      }),
  ],
])('a like that comes %s is new', async (_, prepare) => {
  const [anna, cem] = [await fixture.app.member({ name: 'Anna' }), await fixture.app.member({ name: 'Cem' })];
  const page = await openPrepared(anna, prepare);
  await row(page, 'No new likes').waitFor();
  await like(cem, anna);
  await row(page, 'Likes you').filter({ hasText: 'Cem' }).waitFor();
});

test('Home has a picture of the map around the member, which leads to the map, and none while the member is hidden', async () => {
  const anna = await placed('Anna');
  const page = await open(anna, '/');
  const area = page.getByRole('link', { name: 'Others see you here' });
  const picture = area.locator('img');
  // The picture is drawn in the size of its frame, so that names are neither cut off nor too small.
  const scaleOf = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.clientWidth);
  await expect.poll(scaleOf).toBe(1);
  // The picture of the other theme does not stay until the one of this theme is there.
  await page.route('**/api/map/area?theme=dark*', () => undefined);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0);
  await area.click();
  await page.waitForURL('**/search/map');
  await reportPosition(anna, fixture.app.world.clock.now(), { hide: true });
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('link', { name: 'Look around' }).waitFor();
});

test('the picture of the map is another one after a move, and goes at once while the member is hidden', async () => {
  const anna = await placed('Anna');
  const page = await open(anna, '/');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/api/map/area'))));
  const area = page.getByRole('link', { name: 'Others see you here' });
  const hasPicture = () => area.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  await expect.poll(hasPicture).toBe(true);
  await area.click();
  await page.locator('.map-view-scale').waitFor();
  await reportPosition(anna, fixture.app.world.clock.now(), { lat: 48.2, lon: 16.3 });
  const before = asked;
  await page.goBack();
  await expect.poll(() => asked).toBeGreaterThan(before);
  const hide = page.getByRole('switch', { name: 'Hide on map' });
  await hide.click();
  await page.locator('.home-area', { hasText: 'Look around' }).waitFor();
  expect(await page.locator('.home-area img').count()).toBe(0);
  await hide.click();
  await expect.poll(hasPicture).toBe(true);
});

test('Home does not say that others see a member who has just hidden there, and says so again once they are shown', async () => {
  const page = await open(await placed('Anna'), '/');
  const area = page.locator('.home-area');
  const widthOf = () => area.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(widthOf).toBeGreaterThan(0);
  await page.getByRole('switch', { name: 'Hide on map' }).click();
  await area.filter({ hasText: 'Look around' }).waitFor();
  expect(await area.locator('img').count()).toBe(0);
  await page.reload();
  await area.filter({ hasText: 'Look around' }).waitFor();
  await page.getByRole('switch', { name: 'Hide on map' }).click();
  await area.filter({ hasText: 'Others see you here' }).waitFor();
  await expect.poll(widthOf).toBeGreaterThan(0);
});

test('a picture of the map that is refused because the server still hides the member is asked for again', async () => {
  const page = await open(await placed('Anna'), '/');
  const area = page.locator('.home-area');
  await area.locator('img').waitFor();
  const hide = page.getByRole('switch', { name: 'Hide on map' });
  let isRefused = true;
  await page.route('**/api/map/area*', (route) => (isRefused ? route.fulfill({ status: 404 }) : route.continue()));
  // The device does not know yet that it is hidden when the member shows themself again.
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'PUT') await answer.promise;
    await route.continue();
  });
  const refused = page.waitForResponse((response) => response.url().includes('/api/map/area') && response.status() === 404);
  await hide.click();
  await area.filter({ hasText: 'Look around' }).waitFor();
  await hide.click();
  await refused;
  isRefused = false;
  answer.resolve();
  await area.filter({ hasText: 'Others see you here' }).locator('img').waitFor();
});

test('until the picture of the map is there, and offline, Home shows the member’s place on plain ground', async () => {
  const page = await open(await placed('Anna'), '/tos');
  await page.route('**/api/map/area*', () => undefined);
  await page.goto(fixture.app.origin);
  const area = page.getByRole('link', { name: 'Others see you here' });
  await area.waitFor();
  const [ground, place] = await coloursOf(area);
  expect(place).not.toEqual(ground);
  await page.context().setOffline(true);
  const offline = page.locator('.home-area', { hasText: 'Look around' });
  await offline.waitFor();
  // A picture that is not there would be drawn as a broken one.
  expect(await offline.locator('img').count()).toBe(0);
  expect(await coloursOf(offline)).toEqual([ground, place]);
  await page.context().setOffline(false);
});

/** The colours near an edge and in the middle, as red, green and blue. */
async function coloursOf(part: Locator): Promise<[ground: number[], middle: number[]]> {
  const { data, info } = await sharp(await part.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number): number[] => {
    const from = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3;
    return [...data.subarray(from, from + 3)];
  };
  return [colourAt(0.1, 0.4), colourAt(0.5, 0.5)];
}

test('a hello to answer waits on Home, and leads to the conversation', async () => {
  const [nora, greeter] = [await placed('Nora'), await placed('Greta')];
  await nora.call(welcome.putWelcome, { body: { isGreeted: true } });
  await greeter.call(welcome.putWelcome, { body: { isGreeter: true } });
  await greeter.call(welcome.postHello, { body: { profileId: nora.profileId } });
  await write(greeter, nora, 'Welcome to the neighbourhood');
  const page = await open(nora, '/');
  await row(page, 'A hello to answer').click();
  await page.getByRole('main').getByText('Welcome to the neighbourhood').first().waitFor();
});

test('a member without a place is asked for one where the faces would be', async () => {
  await placed('Ben');
  const page = await open(await fixture.app.member({ name: 'Anna' }), '/', {
    geolocation: { latitude: 33.4567, longitude: -112.0834 },
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await near(page).getByRole('button', { name: 'Say where you are' }).click();
  expect(asked.filter((url) => url.includes('/nearest'))).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Use GPS' }).click();
  await face(page, 'Ben').waitFor({ state: 'attached' });
});

test('back from the map, on which a member was to place themself, leads to Home without a further step', async () => {
  const page = await open(await fixture.app.member({ name: 'Anna' }), '/');
  await near(page).getByRole('button', { name: 'Say where you are' }).click();
  const isDialogEntry = () => page.evaluate(() => Reflect.has(Object(history.state), 'dialog'));
  expect(await isDialogEntry()).toBe(true);
  await page.getByRole('dialog').getByRole('link', { name: 'Place me on the map' }).click();
  await page.waitForURL('**/search/map');
  await page.goBack();
  await near(page).getByRole('button', { name: 'Say where you are' }).waitFor();
  expect(await isDialogEntry()).toBe(false);
});

test('while the device refuses its location, the map comes first, with an explanation of how to allow it', async () => {
  const page = await open(await fixture.app.member({ name: 'Anna' }), '/');
  await page.context().clearPermissions();
  await near(page).getByRole('button', { name: 'Say where you are' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use GPS' }).click();
  await page.getByText('Geolocation denied, your device refused to provide location').waitFor();
  await dialog.getByText('allow the location for this site in your browser’s settings').waitFor();
  expect(await dialog.getByRole('button', { name: 'Use GPS' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Try GPS again' }).waitFor();
  await page.context().grantPermissions(['geolocation']);
  await dialog.getByRole('button', { name: 'Use GPS' }).waitFor();
});

test('of two quick choices about private pictures the last one is stored, however long the first takes', async () => {
  const page = await open(await placed('Anna'), '/');
  const sent: boolean[] = [];
  const stored: boolean[] = [];
  const first = Promise.withResolvers<void>();
  await page.route('**/api/session', async (route) => {
    sent.push(route.request().postDataJSON().showNsfw);
    if (sent.length === 1) await first.promise;
    await route.continue();
  });
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/session')) stored.push((await response.json()).showNsfw);
  });
  const nsfw = page.getByRole('switch', { name: 'NSFW pictures' });
  await nsfw.click();
  await nsfw.click();
  // A request that the second choice had sent would be there before this one is answered.
  await page.evaluate(() => fetch('/api/ping').then(({ ok }) => ok));
  expect(sent).toEqual([true]);
  first.resolve();
  await expect.poll(() => stored).toEqual([true, false]);
  await expect.poll(() => nsfw.isChecked()).toBe(false);
});

test('a failed list says so and can be tried again', async () => {
  const anna = await placed('Anna');
  await placed('Ben');
  const page = await open(anna, '/tos');
  await page.route('**/api/profile-briefs/nearest?*', (route) => route.fulfill({ status: 400, json: { code: 'bad-request' } }));
  await page.goto(fixture.app.origin);
  await near(page).getByText('This could not be loaded.').waitFor();
  await page.unroute('**/api/profile-briefs/nearest?*');
  await near(page).getByRole('button', { name: 'Try again' }).click();
  await face(page, 'Ben').waitFor();
});

test('Home is shown offline, with the time of its data', async () => {
  const anna = await placed('Anna');
  const ben = await placed('Ben');
  await write(ben, anna, 'Coffee on Friday?');
  const page = await open(anna, '/', { isWithoutWorker: false });
  await row(page, 'Coffee on Friday?').waitFor();
  await face(page, 'Ben').waitFor();
  await goOffline(page);
  await near(page)
    .getByText(/^As of /)
    .waitFor();
  await row(page, 'Coffee on Friday?').waitFor();
});

test('nothing on Home moves while it loads, and at most eight different calls are made besides those for pictures', async () => {
  const anna = await placed('Anna');
  const ben = await placed('Ben');
  await write(ben, anna, 'Hello');
  const page = await open(anna, '/tos');
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifted: 0, shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + Reflect.get(entry, 'value') });
        const sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] = Reflect.get(entry, 'sources');
        for (const { node, previousRect, currentRect } of sources)
          shifts.push(`${node?.className} from ${previousRect.y} to ${currentRect.y}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.resourceType() !== 'image' && pathname !== '/api/ws') asked.push(pathname);
  });
  // Scripts load slowly, so that the style sheet of the people arrives while the skeleton is shown.
  await page.route('**/*.js', async (route) => {
    await new Promise((go) => setTimeout(go, slowCodeMs));
    await route.continue();
  });
  await page.goto(fixture.app.origin);
  await face(page, 'Ben').waitFor();
  await row(page, 'Hello').waitFor();
  await page.waitForLoadState('networkidle');
  // Once the live connection of a new device is open, some calls are repeated, because changes may have been missed.
  const calls = [...new Set(asked)];
  console.log(
    `A member's home: ${calls.length} calls, ${asked.length - calls.length} of them repeated after the live connection opened`,
  );
  expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(8);
  const [shifted, shifts] = await page.evaluate(() => [Reflect.get(globalThis, 'shifted'), Reflect.get(globalThis, 'shifts')]);
  expect(shifted, String(shifts)).toBeLessThan(0.005);
});

test('a member whose position does not reach the server is asked where they are, and sees who is near once it does', async () => {
  await placed('Ben');
  const page = await open(await fixture.app.member({ name: 'Anna' }), '/tos');
  await page.route('**/api/profile-position/*', (route) => route.abort());
  await page.addInitScript(() => {
    localStorage.setItem('lastLocation', JSON.stringify({ type: 'override', lat: 33.45, lng: -112.07, fixMs: null }));
  });
  await page.goto(fixture.app.origin);
  await near(page).getByRole('button', { name: 'Say where you are' }).waitFor();
  await page.unroute('**/api/profile-position/*');
  // The repeated report is due later than a test should wait.
  await page.reload();
  await face(page, 'Ben').waitFor();
});

test('the strip about the location pushes nothing off the screen, and stays closed for the session', async () => {
  const page = await open(await placed('Anna'), '/tos');
  await page.addInitScript(() => localStorage.setItem('reportingPaused', 'true'));
  await page.goto(`${fixture.app.origin}/search/map`);
  const strip = page.getByRole('region', { name: 'Your location' });
  await strip.getByRole('button', { name: 'Share my location' }).waitFor();
  const zoomOut = page.getByRole('button', { name: 'Zoom out' });
  const bar = page.getByRole('navigation', { name: 'Main' });
  const bottomOf = async () => {
    const box = await zoomOut.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  await expect.poll(bottomOf).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  await strip.getByRole('button', { name: 'Close' }).click();
  await strip.waitFor({ state: 'detached' });
  await page.reload();
  // The map still offers it.
  await page.getByRole('button', { name: 'Share my location' }).waitFor();
  expect(await strip.count()).toBe(0);
  await page.getByRole('button', { name: 'Share my location' }).click();
  await page
    .getByText(/Others see you (within about half a mile|where your location was last shared)|Where are you\?/)
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
});
