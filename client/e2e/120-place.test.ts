// A member's position: who sees it, and other members on map and tiles, in browsers with a real server.
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { openPerson, passTime, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { keptEntry, keptRows } from './support/kept-data.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

const park = { lat: 33.4567, lng: -112.0834 };
const cafe = { lat: 33.4661, lng: -112.0712 };

let server: RunningServer;
/** The member whose screen is tested. */
let ada: Person;
/** Another member, who uses the API directly. */
let ben: Browser;
let bensId = '';
let reports: { hide: boolean; use: string; overrideLat?: number; gpsLat?: number; session: number }[] = [];

beforeAll(async () => {
  server = await startServer();
  ada = await openPerson({ geolocation: { latitude: park.lat, longitude: park.lng } });
  ben = await signedIn('ben@example.org');
  bensId = await named(ben, 'Ben');
  await placed(ben, bensId, cafe);

  await ada.page.emulateMedia({ reducedMotion: 'reduce' });
  ada.context.on('request', noteReport);
  await ada.page.goto(server.origin);
  const browser = await signedIn('ada@example.org');
  await named(browser, 'Ada');
  await ada.context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: server.origin })));
  const { defaultProfileId, roles } = await browser.call(settings.getSettings);
  await ada.page.evaluate((record) => localStorage.setItem('session', JSON.stringify(record)), {
    profileId: defaultProfileId,
    roles,
  });
});

afterAll(async () => {
  await ada.leave();
  await server.stop();
});

const button = (name: RegExp | string) => ada.page.getByRole('button', { name });
const open = (to: string) => ada.page.goto(server.origin + to);
const seenByBen = async () => (await ben.call(nearby.getNearest, everybody)).map(({ profileName }) => profileName);
const everybody = { query: { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false } } as const;

test('a member without a position is told so, is not shown to others, and can look around', async () => {
  await open('/search/tile');
  await ada.page.getByText('Where are you?').waitFor();
  await ada.page.getByRole('link', { name: 'Place me on the map' }).click();
  await ada.page.getByText('Nobody sees you until you do.').waitFor();
  await open('/search/tile');
  await button('Look around without a location').click();
  await ada.page.getByRole('link', { name: /Ben/ }).waitFor();
  expect(reports).toEqual([]);
  expect(await seenByBen()).toEqual([]);
});

test('GPS mode reports the device’s position, and others see the member', async () => {
  await open('/search/map');
  await button('Use GPS').click();
  await ada.page.getByText('Others see you within about half a mile').waitFor();
  await until('others to see Ada', async () => (await seenByBen()).includes('Ada'));
  expect(reports[0]).toMatchObject({ use: 'DEVICE_GPS', gpsLat: park.lat, hide: false });
  expect(reports[0]?.session).toBeGreaterThan(0);
});

test('the choice to hide on the map is the same on Home, and others see the member accordingly', async () => {
  await button('Hide me on the map').click();
  await until('Ada to be hidden', async () => !(await seenByBen()).includes('Ada'));
  await open('/');
  const hide = ada.page.getByRole('switch', { name: 'Hide on map' });
  await expect.poll(() => hide.isChecked()).toBe(true);
  await hide.uncheck();
  await until('Ada to be shown', async () => (await seenByBen()).includes('Ada'));
  await open('/search/map');
  await button('Hide me on the map').waitFor();
});

test('the marker can be placed in the middle of the map by keyboard alone', async () => {
  await open('/search/map');
  await button(/Switch to walk/).click();
  await button('Place me in the middle').focus();
  await ada.page.keyboard.press('Enter');
  await until('the report', async () => reports.at(-1)?.use === 'OVERRIDE');
  await ada.page.reload();
  await button(/Location mode: walk/).waitFor();
});

test('members who hide or come back are updated immediately in the list beside the map', async () => {
  const isWatching = new Promise<void>((resolve) =>
    ada.page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => String(payload).includes('"watchSectors","sectors":["') && resolve()),
    ),
  );
  await open('/search/map');
  await button('List of people in view').click();
  const list = ada.page.getByRole('complementary');
  await list.getByText('Ben').waitFor();
  await isWatching;
  // From this response on, which follows the sector subscription, the map itself refetches only after 15 s.
  await ada.page.waitForResponse('**/api/profile-briefs/by-sector/**');
  await placed(ben, bensId, cafe, true);
  await list.getByText('Ben').waitFor({ state: 'detached', timeout: 8_000 });
  await placed(ben, bensId, cafe);
  await list.getByText('Ben').waitFor({ timeout: 8_000 });
});

test('a link to a member opens the map zoomed in at their point', async () => {
  await open(`/search/map#profileId=${bensId}&lat=48.2&lng=16.37`);
  const view = await until('the view to be kept', async () => {
    const kept = await keptEntry<{ lat: number; lon: number; zoom: number }>(ada.page, 'mapViewState');
    return kept?.zoom === 18 ? kept : null;
  });
  expect(view.lat).toBeCloseTo(48.2, 3);
  expect(view.lon).toBeCloseTo(16.37, 3);
});

test('a view of more than a hundred sectors says that there are too many profiles', async () => {
  await ada.page.evaluate(() => localStorage.setItem('mapViewState', JSON.stringify({ lat: 33, lon: -112, zoom: 3 })));
  await open('/');
  await open('/search/map');
  await ada.page.getByRole('status').getByText('Too many profiles to display. Zoom in to see profiles.').waitFor();
});

test('offline, map and tiles show the cached members', async () => {
  await ada.page.evaluate(
    (place) => localStorage.setItem('mapViewState', JSON.stringify({ lat: place.lat, lon: place.lng, zoom: 13 })),
    cafe,
  );
  await open('/search/tile');
  await ada.page.getByRole('link', { name: /Ben/ }).waitFor();
  const isPersisted = ({ id, value }: { id: string; value: unknown }) => id === 'queries' && String(value).includes('Ben');
  await until('the tiles to be persisted', async () =>
    (await keptRows<{ id: string; value: unknown }>(ada.page, 'lists')).some(isPersisted),
  );
  await open('/search/map');
  await button('List of people in view').click();
  await ada.page.getByRole('complementary').getByText('Ben').waitFor();
  await whenWorkerReady(ada.page);
  await goOffline(ada.page);
  await open('/search/tile');
  await ada.page.getByRole('link', { name: /Ben/ }).waitFor();
  await open('/search/map');
  await ada.page.getByText('You are offline. These people were here when you last looked.').waitFor();
  await button('List of people in view').click();
  await ada.page.getByRole('complementary').getByText('Ben').waitFor();
  await ada.context.setOffline(false);
});

test('without a connection the choice to hide waits in the outbox, and is sent once there is one', async () => {
  await open('/search/map');
  await until('Ada to be shown', async () => (await seenByBen()).includes('Ada'));
  await goOffline(ada.page);
  await button('Hide me on the map').click();
  await until('the waiting choice', async () => (await keptRows(ada.page, 'outbox')).length === 1);
  await ada.page.reload();
  await button('Show me on the map').waitFor();
  await ada.context.setOffline(false);
  await until('Ada to be hidden', async () => !(await seenByBen()).includes('Ada'));
  await until('an empty outbox', async () => (await keptRows(ada.page, 'outbox')).length === 0);
  await button('Show me on the map').click();
  await until('Ada to be shown', async () => (await seenByBen()).includes('Ada'));
  await button('Hide me on the map').waitFor();
});

test('a device that another account used before reports nothing until its member agrees', async () => {
  await ada.page.evaluate(() => localStorage.setItem('reportingPaused', 'true'));
  await open('/search/map');
  await ada.page.getByText('Your location is not shared until you allow it', { exact: true }).waitFor();
  const before = reports.length;
  await ada.context.clock.install();
  await button('Place me in the middle').focus();
  await ada.page.keyboard.press('Enter');
  // Longer than the second after which a change is reported.
  await passTime(ada, 2_500);
  expect(reports).toHaveLength(before);
  await button('Share my location').click();
  await until('the report', async () => reports.length > before);
});

test('the browser logged no error', () => {
  expect(ada.complaints).toEqual([]);
});

function noteReport(request: Request): void {
  if (request.method() === 'PUT' && request.url().includes('/api/profile-position/'))
    reports = [...reports, request.postDataJSON()];
}

async function signedIn(email: string): Promise<Browser> {
  const browser = browserOf(server.origin);
  await browser.call(session.postRegister, { body: { email, acknowledgements: ['technical', 'age', 'law'] } });
  const token = /token=([\w-]+)/.exec(await server.linkTo(email))?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  await browser.form('/api/auth', { username, password });
  return browser;
}

async function named(browser: Browser, profilename: string): Promise<string> {
  const { defaultProfileId: id } = await browser.call(settings.getSettings);
  const lists = { profilePicIds: [], profilePicIdsPrivate: [], characteristics: [] };
  await browser.call(profiles.putProfile, {
    body: { id, profilename, birthdate: '1990-05-17', height: '', weight: '', description: '', ...lists },
  });
  return id;
}

async function placed(browser: Browser, profileId: string, { lat, lng }: typeof park, hide = false): Promise<void> {
  const body = {
    profileId,
    use: 'OVERRIDE',
    overrideLat: lat,
    overrideLon: lng,
    hide,
    tsEffectiveUntil: Date.now() + hourMs,
  } as const;
  await browser.call(positions.putPosition, { params: { profileId }, body });
}
