// Hard cases for the map: the antimeridian, many members, and markers at the same point.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { fanPlaces } from '#client/map/fan.ts';
import { nearestWorld, toMercator } from '#client/map/map-geometry.ts';
import { markerPx } from '#client/map/marker-size.ts';
import { facePx, pilesOf } from '#client/map/piles.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { logIn } from './support/logged-in.ts';
import { desktop, openPerson, phone, type Person } from './support/person.ts';
import { until } from './support/server.ts';
import { keptEntry } from './support/kept-data.ts';

const everybody = { query: { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false } } as const;
const taveuni: Place = { lat: -16.8, lon: 179.98 };

let app: TestApp;
let person: Person;
let page: Page;
let ada: Member;

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist') });
  ada = await app.member({ name: 'Ada' });
  person = await openPerson({ isWithoutWorker: true, hasTouch: false });
  page = person.page;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await logIn(person, app.origin, ada);
});

afterAll(async () => {
  await person.leave();
  await app.close();
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const listed = (name: string) => page.getByRole('complementary').getByText(name, { exact: true });
const ownMarker = () => button(/^Your marker/);

test('members on both sides of the antimeridian are near each other, on the map and in the lists', async () => {
  const east = await at({ ...taveuni, lon: -179.95 }, 'Elenoa');
  const west = await at({ ...taveuni, lon: 179.9 }, 'Waisea');
  await place(ada, taveuni);
  expect((await ada.call(nearby.getNearest, everybody)).map(({ profileName }) => profileName)).toEqual(['Elenoa', 'Waisea']);
  const box = { latMin: -17.5, latMax: -16, lonMin: 179, lonMax: -179, page: 0, size: 10, includeTestData: false };
  const inBox = await ada.call(nearby.getByBounds, { query: box });
  expect(inBox.map(({ profileName }) => profileName).toSorted()).toEqual(['Elenoa', 'Waisea']);

  await openMapWith({ ...taveuni, zoom: 11 }, 'Elenoa', 'Waisea');
  for (const { profileId } of [east, west]) {
    await tap({ ...taveuni, zoom: 11 }, await shown(profileId));
    await viewProfile();
    await page.waitForURL(`**/profile/${profileId}`);
    await openMapWith({ ...taveuni, zoom: 11 }, 'Elenoa', 'Waisea');
  }
  await page.goto(`${app.origin}/search/tile`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Elenoa/ })
    .waitFor();
});

test('the own marker can cross the antimeridian and is reported on the other side', async () => {
  await placedHere(taveuni);
  await openMap({ ...taveuni, zoom: 10 });
  const reported = nextReport((report) => report.overrideLon < 0);
  await ownMarker().focus();
  await page.keyboard.press('Shift+ArrowRight');
  const { overrideLon } = await reported;
  expect(overrideLon).toBeGreaterThan(-180);
  expect(overrideLon).toBeLessThan(-179.8);
  await expect.poll(isInView).toBe(true);
  const back = nextReport((report) => report.overrideLon > 0);
  await dragOwn(-150, 0);
  expect((await back).overrideLon).toBeGreaterThan(179.8);
  await button('Me: go to my marker').click();
  await expect.poll(isInView).toBe(true);
});

test.each([
  ['north', 89.9, 85, 'ArrowDown'],
  ['south', -89.9, -85, 'ArrowUp'],
] as const)(
  'at the %s pole members are seen at the last row of the map, and the own marker at its edge',
  async (name, lat, middle, key) => {
    const beyond = await at({ lat: lat + Math.sign(lat) * 0.05, lon: 10.1 }, `Polar ${name}`);
    await placedHere({ lat, lon: 10 });
    await openMapWith({ lat: middle, lon: 10, zoom: 8 }, `Polar ${name}`);
    // On a busy machine, the page before the map still reports the place of the test before.
    const { lat: shownLat } = await shown(beyond.profileId, { lat, lon: 10 });
    expect(Math.abs(shownLat)).toBeLessThan(85.01);
    await button('Me: go to my marker').click();
    await expect.poll(isInView).toBe(true);
    const reported = nextReport((report) => Math.abs(report.overrideLat) < 85.06);
    await ownMarker().focus();
    await page.keyboard.press(`Shift+${key}`);
    expect(Math.abs((await reported).overrideLat)).toBeGreaterThan(80);
  },
);

test('a tap on a pile zooms in until the pile separates, and a tap on a face opens a sheet over the map', async () => {
  const bar: Place = { lat: 48.2005, lon: 16.3605 };
  const guests = [];
  for (const name of ['Vera', 'Vroni', 'Vincent']) guests.push(await shown((await at(bar, name)).profileId, bar));
  const view = { ...bar, zoom: 8 };
  await openMapWith(view, 'Vera', 'Vroni', 'Vincent');
  await tap(view, first(pilesAt(guests, 8)).place);
  // The stored view may still be that of an earlier test, elsewhere.
  const kept = await until('the map to zoom in', async () => {
    const now = await storedView();
    return now !== null && now.zoom > 8 && Math.abs(now.lat - bar.lat) < 1 ? now : null;
  });
  expect(pilesAt(guests, kept.zoom).length).toBeGreaterThan(1);

  const [guest] = guests;
  if (guest === undefined) throw new Error('There is no guest.');
  const near = { lat: guest.lat, lon: guest.lon, zoom: 18 };
  await openMapWith(near, 'Vera');
  await tap(near, near);
  const sheet = page.getByRole('dialog', { name: 'Vera' });
  await sheet.getByRole('button', { name: 'Like', exact: true }).click();
  await sheet.getByRole('button', { name: 'Remove Like' }).waitFor();
  await sheet.getByRole('link', { name: 'Chat' }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await tap(near, near);
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/search/map');
  await tap(near, near);
  await viewProfile();
  await page.getByRole('heading', { name: /^Vera/ }).waitFor();
  await page.goBack();
  await page.waitForURL('**/search/map');
});

test('the sheet of a member who leaves the map closes, and stays closed when they come back', async () => {
  const there: Place = { lat: 46.5, lon: 6.6 };
  const vico = await at(there, 'Vico');
  const brief = await shown(vico.profileId, there);
  const view = { lat: brief.lat, lon: brief.lon, zoom: 15 };
  await openMapWith(view, 'Vico');
  await tap(view, brief);
  const sheet = page.getByRole('dialog', { name: 'Vico' });
  await sheet.waitFor();
  await place(vico, there, true);
  await sheet.waitFor({ state: 'detached' });
  await button('List of people in view').click();
  await place(vico, there);
  await listed('Vico').waitFor();
  await painted();
  expect(await sheet.count()).toBe(0);
});

test('members at the same point spread on a tap, and one of them can be opened', async () => {
  const bar: Place = { lat: 47.0705, lon: 15.4405 };
  for (const name of ['Greta', 'Gustl', 'Gabi']) {
    const member = await app.member({ name });
    await member.call(settings.putSettings, { body: { positionPrecision: 'exact' } });
    await place(member, bar);
  }
  const view = { ...bar, zoom: 12 };
  await openMapWith(view, 'Greta', 'Gustl', 'Gabi');
  await tap(view, bar);
  const { width, height, x, y } = await mapBox();
  const [spot] = fanPlaces([width / 2, height / 2], 3, facePx(markerPx(width, height, 3)), [width, height]);
  await page.mouse.click(x + (spot?.[0] ?? 0), y + (spot?.[1] ?? 0));
  await page.getByRole('dialog', { name: /^G(reta|ustl|abi)$/ }).waitFor();
  await viewProfile();
  await page.getByRole('heading', { name: /^G(reta|ustl|abi)/ }).waitFor();
});

test('more than 800 members in view are shown as counts, and a tap on a count zooms in', async () => {
  const town: Place = { lat: 40.5045, lon: -3.5045 };
  await placedHere({ lat: 40.55, lon: -3.55 });
  const crowd = Array.from({ length: limits.maxMapMarkers + 1 }, (_, i) => i);
  for (let from = 0; from < crowd.length; from += 40)
    await Promise.all(crowd.slice(from, from + 40).map((i) => at(town, `Member ${i}`)));
  const view = { lat: 40.52, lon: -3.52, zoom: 11 };
  await openMap(view);
  await page.getByRole('status').getByText('Too many profiles to display. Zoom in to see profiles.').waitFor();
  // Not in the middle of the sector, where there are no members.
  await ownMarker().waitFor();
  await tap(view, town);
  await expect.poll(() => storedView().then((kept) => Math.round(kept?.zoom ?? 0))).toBe(13);
  const one = await app.member({ name: 'One more' });
  await place(one, { lat: 41.5, lon: -3.5 });
  await openMap({ lat: 41.5, lon: -3.5, zoom: 13 });
  await loaded();
  expect(await page.getByText('Too many profiles to display.').count()).toBe(0);
});

test('with a filter on, the map shows who matches, and never counts of everybody', async () => {
  const there: Place = { lat: 45.5, lon: 9.5 };
  await at(there, 'Milo');
  const counts: string[] = [];
  page.on('request', (request) => request.url().includes('/aggregates') && counts.push(request.url()));
  await openMap({ ...there, zoom: 13 });
  await button('List of people in view').click();
  await listed('Milo').waitFor();
  await button(/^Filters/).click();
  await page.getByRole('dialog').getByRole('switch', { name: 'With picture' }).check();
  await page.getByRole('dialog').getByRole('button', { name: /^Show/ }).click();
  await listed('Nobody in view matches your filters.').waitFor();
  await until(
    'the filter on the device',
    async () => (await keptEntry<{ withPicture?: boolean }>(page, 'listFilter'))?.withPicture === true,
  );
  counts.length = 0;
  await openMap({ ...there, zoom: 3 });
  await page.getByRole('status').getByText('Zoom in to see who matches your filters.').waitFor();
  await painted();
  expect(counts).toEqual([]);
  expect(await page.getByText('Too many profiles to display.').count()).toBe(0);
  await button(/^With picture.*Remove this filter$/).click();
  await expect.poll(() => counts.length).toBeGreaterThan(0);
});

test('a conversation links to the other member’s place on the map, while they are on it', async () => {
  const ben = await at({ lat: 52.52, lon: 13.4 }, 'Ben');
  await page.goto(`${app.origin}/chat/personal/${ben.profileId}`);
  // In the bar, or in its menu where there is no room.
  const link = page.getByRole('link', { name: 'Show Ben on the map' });
  const choice = page.getByRole('menuitem', { name: 'Show Ben on the map' });
  await page.setViewportSize(desktop);
  await link.waitFor();
  await page.setViewportSize(phone);
  await link.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await choice.click();
  await page.waitForURL(/\/search\/map#profileId=/);
  const there = await shown(ben.profileId, { lat: 52.52, lon: 13.4 });
  const view = await until('the view to be kept', async () => {
    const kept = await storedView();
    return kept !== null && kept.zoom === limits.mapProfileZoom ? kept : null;
  });
  expect(view.lat).toBeCloseTo(there.lat, 3);
  expect(view.lon).toBeCloseTo(there.lon, 3);
  await place(ben, { lat: 52.52, lon: 13.4 }, true);
  await page.goto(`${app.origin}/chat/personal/${ben.profileId}`);
  await page.getByRole('link', { name: /^Ben\b.*profile$/ }).waitFor();
  await link.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mute Ben' }).waitFor();
  expect(await choice.count()).toBe(0);
});

test('the browser logged no error', () => {
  expect(person.complaints).toEqual([]);
});

const viewProfile = () => page.getByRole('dialog').getByRole('link', { name: 'View Profile' }).click();

/** The piles that these members form on a phone. */
function pilesAt(briefs: readonly ProfileBrief[], zoom: number) {
  const points = briefs.map((brief) => ({
    id: brief.profileId,
    at: toMercator(brief),
    place: { lat: brief.lat, lon: brief.lon },
  }));
  return pilesOf(points, markerPx(390, 844, briefs.length), zoom).map((pile) => ({ ...pile, place: first(pile.points).place }));
}

function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('There is none.');
  return item;
}

interface View extends Place {
  readonly zoom: number;
}

/** Reopens the map with a stored view. */
async function openMap(view: View): Promise<void> {
  await page.goto(`${app.origin}/tos`);
  await page.evaluate((kept) => localStorage.setItem('mapViewState', JSON.stringify(kept)), view);
  await page.goto(`${app.origin}/search/map`);
  await button('Me: go to my marker').waitFor();
}

/** The same, until these members are on the map. Before that, a tap would miss them. */
async function openMapWith(view: View, ...names: readonly string[]): Promise<void> {
  await openMap(view);
  await button('List of people in view').click();
  for (const name of names) await listed(name).waitFor();
  await button('Close the list').first().click();
}

const loaded = () => page.getByText('Looking around...').waitFor({ state: 'detached' });

/** All members are loaded and rendered. */
async function painted(): Promise<void> {
  await loaded();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

const storedView = (): Promise<View | null> => keptEntry(page, 'mapViewState');

/** Stores this position on the device. */
async function placedHere({ lat, lon }: Place): Promise<void> {
  await place(ada, { lat, lon });
  await page.goto(`${app.origin}/tos`);
  await page.evaluate((kept) => localStorage.setItem('lastLocation', JSON.stringify(kept)), {
    type: 'override',
    lat,
    lng: lon,
    fixMs: null,
  });
}

async function at(where: Place, name: string): Promise<Member> {
  const member = await app.member({ name });
  await place(member, where);
  return member;
}

async function place({ profileId, call }: Member, { lat, lon }: Place, hide = false): Promise<void> {
  const tsEffectiveUntil = app.clock.now() + 20 * hourMs;
  const body = { profileId, use: 'OVERRIDE', overrideLat: lat, overrideLon: lon, hide, tsEffectiveUntil } as const;
  await call(positions.putPosition, { params: { profileId }, body });
}

/** The published point of a member, requested from Ada's position or another one. */
async function shown(profileId: string, from?: Place): Promise<ProfileBrief> {
  const found = await ada.call(nearby.getNearest, { query: { ...everybody.query, ...from } });
  return found.find((brief) => brief.profileId === profileId) ?? Promise.reject(new Error('This member is on no map.'));
}

interface OwnReport {
  readonly overrideLat: number;
  readonly overrideLon: number;
}

async function nextReport(isIt: (report: OwnReport) => boolean): Promise<OwnReport> {
  const request = await page.waitForRequest(
    (one) => one.method() === 'PUT' && one.url().includes('/api/profile-position/') && isIt(one.postDataJSON()),
  );
  return request.postDataJSON();
}

async function mapBox(): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.getByRole('application').boundingBox();
  return box ?? Promise.reject(new Error('There is no map.'));
}

/** Taps a point on the map. */
async function tap(view: View, where: Place): Promise<void> {
  await painted();
  const { x, y, width, height } = await mapBox();
  const metresPerPixel = (2 * 20_037_508.34) / 256 / 2 ** view.zoom;
  const [middleX, middleY] = toMercator(view);
  const [thereX, thereY] = toMercator(where);
  const right = (nearestWorld(thereX, middleX) - middleX) / metresPerPixel;
  const down = (middleY - thereY) / metresPerPixel;
  await page.mouse.click(x + width / 2 + right, y + height / 2 + down);
}

async function isInView(): Promise<boolean> {
  const [map, marker] = [await mapBox(), await ownMarker().boundingBox()];
  if (marker === null) return false;
  const [x, y] = [marker.x + marker.width / 2, marker.y + marker.height / 2];
  return x >= map.x && x <= map.x + map.width && y >= map.y && y <= map.y + map.height;
}

async function dragOwn(right: number, down: number): Promise<void> {
  const box = await ownMarker().boundingBox();
  if (box === null) throw new Error('The marker is on no screen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 4 });
  await page.mouse.move(x + right, y + down, { steps: 4 });
  await page.mouse.up();
}
