// All sources of a member's location, and the reports sent to the server, in a browser with a fake clock.
import path from 'node:path';
import type { Locator, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { session } from '#shared/contract/session.ts';
import { limits } from '#shared/rules/limits.ts';
import { dayMs, hourMs, minuteMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { replaceGps, type Gps } from './support/gps.ts';
import { logIn } from './support/logged-in.ts';
import { openPerson, passTime, type Person } from './support/person.ts';
import { keptEntry } from './support/kept-data.ts';
import { whenWorkerControls, whenWorkerReady } from './support/worker.ts';

interface Report {
  readonly profileId: string;
  readonly use: string;
  readonly hide: boolean;
  readonly overrideLat?: number;
  readonly overrideLon?: number;
  readonly gpsLat?: number;
  readonly gpsLon?: number;
  readonly gpsTimestamp?: number;
  readonly tsEffectiveUntil: number;
}

const home = { lat: 33.45, lon: -112.07 };
const park = { lat: 33.46, lon: -112.06 };

let app: TestApp;
let ada: Member;
let person: Person;
let gps: Gps;
let reports: Report[] = [];
let answered = 0;
/** How many reports were sent before the open page was loaded. The page before it may report until it is left. */
let reportsBeforePage = 0;

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist') });
  ada = await app.member({ name: 'Ada' });
  person = await openPerson();
  const { page } = person;
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  gps = await replaceGps(page);
  const isReport = (request: Request) => request.method() === 'PUT' && request.url().includes('/api/profile-position/');
  person.context.on('request', (request) => {
    if (isReport(request)) reports = [...reports, request.postDataJSON()];
  });
  const countAnswer = (request: Request) => {
    if (isReport(request)) answered += 1;
  };
  person.context.on('requestfinished', countAnswer);
  person.context.on('requestfailed', countAnswer);
  page.on('domcontentloaded', () => (reportsBeforePage = reports.length));
  await logIn(person, app.origin, ada);
});

afterAll(async () => {
  await person.leave();
  await app.close();
});

const button = (name: RegExp | string) => person.page.getByRole('button', { name });
const words = (text: string) => person.page.getByText(text, { exact: true }).first().waitFor();
const openMap = async (): Promise<void> => {
  await person.page.goto(`${app.origin}/search/map`);
  await button('Me: go to my marker').waitFor();
};
const newest = (): Report | undefined => reports.at(-1);
const kept = (): Promise<unknown> => keptEntry(person.page, 'lastLocation');
const minutes = (count: number): Promise<void> => person.page.clock.fastForward(count * minuteMs);

/** The report after the next action, within a second of the page's clock plus the request. */
async function reportAfter(act: () => Promise<unknown>): Promise<Report> {
  const earlier = reports.length;
  await act();
  const before = Math.max(earlier, reportsBeforePage);
  await person.page.clock.runFor(limits.positionReportDelayMs + 100);
  await expect.poll(() => reports.length).toBe(before + 1);
  return reports[before] ?? Promise.reject(new Error('No report'));
}

/** The next report is due five minutes after the answer to the last one. */
async function untilAnswered(): Promise<void> {
  await expect.poll(() => reports.length - answered).toBe(0);
  await person.page.evaluate(() => fetch('/api/version'));
}

test('at first the marker is near Phoenix, and nothing is ever reported', async () => {
  await openMap();
  await words('Where are you? Drag your marker there, or use GPS. Nobody sees you until you do.');
  await button('Me: go to my marker').click();
  await person.page.clock.runFor(limits.mapViewSaveMs + 100);
  // The device stores it a moment later.
  await expect.poll(() => keptEntry(person.page, 'mapViewState')).not.toBeNull();
  const view = (await keptEntry<{ lat: number; lon: number }>(person.page, 'mapViewState')) ?? { lat: NaN, lon: NaN };
  expect(Math.abs(view.lat - limits.fallbackLat)).toBeLessThanOrEqual(limits.fallbackJitterDegrees + 0.001);
  expect(Math.abs(view.lon - limits.fallbackLon)).toBeLessThanOrEqual(limits.fallbackJitterDegrees + 0.001);
  await minutes(20);
  expect(reports).toEqual([]);
  expect(await kept()).toBeNull();
});

test('a tap on the marker reports nothing', async () => {
  const { x, y } = await middleOfMarker();
  await person.page.mouse.click(x, y);
  await minutes(20);
  expect(reports).toEqual([]);
});

test('a marker dragged by mouse is where it was dropped, and is reported a second later for 26 hours', async () => {
  const startedMs = Date.now();
  const { x, y } = await middleOfMarker();
  const report = await reportAfter(async () => {
    await person.page.mouse.move(x, y);
    await person.page.mouse.down();
    await person.page.mouse.move(x + 30, y - 40, { steps: 4 });
    await person.page.mouse.move(x + 60, y - 80, { steps: 4 });
    await person.page.mouse.up();
  });
  const fallback = { lat: limits.fallbackLat, lon: limits.fallbackLon };
  expect(report).toMatchObject({ profileId: ada.profileId, use: 'OVERRIDE', hide: false });
  expect(Math.abs((report.overrideLat ?? 0) - fallback.lat)).toBeLessThan(0.2);
  // The page's clock is 40 minutes ahead, but the location ends by the server's.
  expect(Math.abs(report.tsEffectiveUntil - startedMs - limits.positionEffectiveMs)).toBeLessThan(60_000);
  expect(report.gpsLat).toBeUndefined();
  await expect.poll(kept).toMatchObject({ type: 'override', lat: report.overrideLat, lng: report.overrideLon });
  await words('Others see you within about half a mile');
});

test('the marker can be dragged by finger', async () => {
  const before = newest();
  const { x, y } = await middleOfMarker();
  const devtools = await person.context.newCDPSession(person.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number, dy: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y: y + dy }] });
  const report = await reportAfter(async () => {
    await touch('touchStart', 0, 0);
    for (const step of [1, 2, 3, 4]) await touch('touchMove', -15 * step, 20 * step);
    await touch('touchEnd', 0, 0);
  });
  expect(report.overrideLat).toBeLessThan(before?.overrideLat ?? 0);
  expect(report.overrideLon).toBeLessThan(before?.overrideLon ?? 0);
});

test('the arrow keys move the marker, further with Shift, and the last position is reported', async () => {
  const before = newest();
  const marker = button(/^Your marker/);
  await marker.focus();
  const report = await reportAfter(async () => {
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await person.page.keyboard.press(key);
  });
  const north = (report.overrideLat ?? 0) - (before?.overrideLat ?? 0);
  const east = (report.overrideLon ?? 0) - (before?.overrideLon ?? 0);
  expect(north).toBeGreaterThan(0);
  expect(east).toBeGreaterThan(0);
  const further = await reportAfter(() => person.page.keyboard.press('Shift+ArrowUp'));
  expect((further.overrideLat ?? 0) - (report.overrideLat ?? 0)).toBeGreaterThan(2 * north);
  expect(await marker.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('an unchanged position is reported every five minutes', async () => {
  const before = reports.length;
  await untilAnswered();
  await minutes(4.9);
  expect(reports).toHaveLength(before);
  await minutes(0.2);
  await expect.poll(() => reports.length).toBe(before + 1);
  expect(reports[before]?.overrideLat).toBe(reports[before - 1]?.overrideLat);
});

test('in GPS mode the device is queried with high accuracy, and the marker follows it', async () => {
  await button(/Switch to GPS/).click();
  await words('Finding out where you are...');
  await gps.asked();
  expect(await gps.options()).toEqual({ enableHighAccuracy: true, maximumAge: 15_000, timeout: 10_000 });
  const report = await reportAfter(() => gps.fix(home.lat, home.lon));
  expect(report).toMatchObject({ use: 'DEVICE_GPS', gpsLat: home.lat, gpsLon: home.lon });
  expect(report.gpsTimestamp).toBeGreaterThan(0);
  expect(report.overrideLat).toBeUndefined();
  await expect.poll(kept).toMatchObject({ type: 'device', lat: home.lat, lng: home.lon });
  // A GPS marker can't be moved.
  expect(await button(/^Your marker/).count()).toBe(0);
});

test('the newest fix of five seconds is reported', async () => {
  await gps.fix(home.lat + 0.01, home.lon);
  await gps.fix(park.lat, park.lon);
  const before = reports.length;
  await person.page.clock.runFor(limits.geolocationDebounceMs + limits.positionReportDelayMs + 200);
  await expect.poll(() => newest()?.gpsLat).toBe(park.lat);
  expect(reports.slice(before).map(({ gpsLat }) => gpsLat)).toEqual([park.lat]);
});

test('hiding and showing are reported immediately', async () => {
  const before = reports.length;
  await button('Hide me on the map').click();
  await expect.poll(() => newest()?.hide).toBe(true);
  await words('You are hidden: nobody sees you on the map or in lists');
  await button('Show me on the map').click();
  await expect.poll(() => newest()?.hide).toBe(false);
  expect(reports.length).toBeGreaterThanOrEqual(before + 2);
});

test('after two minutes without a fix the map shows the device’s error, until there is a fix again', async () => {
  await gps.fail(3);
  await minutes(1);
  expect(await person.page.getByText('Geolocation timed out').count()).toBe(0);
  await minutes(1.2);
  await words('Geolocation timed out');
  await button(/^Location mode: GPS/).waitFor();
  await gps.fix(home.lat, home.lon);
  await person.page.clock.runFor(30_000);
  await words('Others see you within about half a mile');
  await expect.poll(() => newest()?.gpsLat).toBe(home.lat);
});

test('GPS mode is restored after a reload, and an old fix is not reported', async () => {
  await openMap();
  await button(/^Location mode: GPS/).waitFor();
  await gps.asked();
  await person.page.clock.runFor(5_000);
  expect(reports).toHaveLength(reportsBeforePage);
  const report = await reportAfter(() => gps.fix(park.lat, park.lon));
  expect(report).toMatchObject({ use: 'DEVICE_GPS', gpsLat: park.lat });
});

test('a fix reaches the server even if the page is left, while its worker is busy, or hidden before its report is due', async () => {
  const far = { lat: 35, lon: home.lon };
  const [near, distant] = [await app.member({ name: 'Ben' }), await app.member({ name: 'Cem' })];
  await reportPosition(near, app.world.clock.now(), home);
  await reportPosition(distant, app.world.clock.now(), far);
  const everybody = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };
  const nearest = async () => (await ada.call(nearby.getNearest, { query: everybody })).at(0)?.profileName;
  await openMap();
  await gps.asked();
  await expect.poll(nearest).toBe('Ben');
  await gps.fix(far.lat, far.lon);
  await expect.poll(kept).toMatchObject({ type: 'device', lat: far.lat });
  await whenWorkerControls(person.page);
  for (const worker of person.context.serviceWorkers()) void worker.evaluate(beBusy);
  await person.page.goto('about:blank');
  await expect.poll(nearest).toBe('Cem');

  await openMap();
  await gps.asked();
  await gps.fix(home.lat, home.lon);
  await expect.poll(kept).toMatchObject({ type: 'device', lat: home.lat });
  await person.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(nearest).toBe('Ben');
});

test.each([
  [1, 'Geolocation denied, your device refused to provide location'],
  [2, 'Geolocation unable to provide location'],
  [3, 'Geolocation timed out'],
  [9, 'OTHER ERROR'],
])('a device that fails with %i brings walk mode back, and says: %s', async (code, text) => {
  await openMap();
  if ((await button(/^Location mode: GPS/).count()) > 0) await button(/Switch to walk/).click();
  const before = await kept();
  await button(/Switch to GPS/).click();
  await gps.asked();
  await gps.fail(code);
  await words(text);
  await button(/^Location mode: walk/).waitFor();
  await expect.poll(kept).toEqual({ ...Object(before), type: 'override' });
  await button(/^Your marker/).waitFor();
});

test('walk mode is restored after a reload, and reported', async () => {
  await reportAfter(openMap);
  const report = await reportAfter(async () => {
    await button(/^Your marker/).focus();
    await person.page.keyboard.press('ArrowLeft');
  });
  const again = await reportAfter(openMap);
  await button(/^Location mode: walk/).waitFor();
  expect(again.overrideLon).toBe(report.overrideLon);
});

test('a place is reported only when it is stored, so that a reload cannot report an older one', async () => {
  const before = reports.length;
  await person.page.evaluate(holdEncryption);
  await button(/^Your marker/).focus();
  await person.page.keyboard.press('ArrowLeft');
  await passTime(person, limits.positionReportDelayMs + 100);
  expect(reports).toHaveLength(before);
  await person.page.evaluate(() => dispatchEvent(new Event('encrypt')));
  await expect.poll(() => reports.length).toBe(before + 1);
  const report = newest();
  const again = await reportAfter(openMap);
  expect(again.overrideLon).toBe(report?.overrideLon);
});

test('offline, reports wait, and the newest one is sent', async () => {
  const heard: Report[] = [];
  let failed = 0;
  const isReport = (request: Request): boolean => request.method() === 'PUT' && request.url().includes('/api/profile-position/');
  // An earlier report may be answered now.
  const later = new Set<Request>();
  person.context.on('request', (request) => isReport(request) && later.add(request));
  person.context.on('requestfinished', (request) => later.has(request) && heard.push(request.postDataJSON()));
  person.context.on('requestfailed', (request) => (failed += Number(later.has(request))));
  await whenWorkerReady(person.page);
  await person.context.setOffline(true);
  await button(/^Your marker/).focus();
  for (const keys of [['ArrowUp'], ['ArrowUp', 'Shift+ArrowRight']]) {
    const before = failed;
    for (const key of keys) await person.page.keyboard.press(key);
    await person.page.clock.runFor(limits.positionReportDelayMs + 200);
    await expect.poll(() => failed).toBeGreaterThan(before);
  }
  expect(heard).toEqual([]);
  await person.context.setOffline(false);
  await person.page.clock.runFor(2_000);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  // The device stores its location a moment after it is known.
  await expect.poll(async () => Object(await kept()).lng).toBe(heard.at(-1)?.overrideLon);
  expect(new Set(heard.map(({ overrideLon }) => overrideLon)).size).toBe(1);
});

test('a location does not end at once because the device’s clock was set back', async () => {
  const before = reports.length;
  await person.page.clock.setSystemTime(Date.now() - 3 * dayMs);
  await button(/^Your marker/).focus();
  await person.page.keyboard.press('ArrowLeft');
  await passTime(person, limits.positionReportDelayMs + 100);
  await expect.poll(() => reports.length).toBeGreaterThan(before);
  await untilAnswered();
  await passTime(person, 100);
  // The end follows from the server's clock.
  await expect.poll(() => newest()?.tsEffectiveUntil).toBeGreaterThan(Date.now() + limits.positionEffectiveMs - hourMs);
  await person.page.clock.setSystemTime(Date.now());
});

test('the members in view are refetched every fifteen seconds', async () => {
  let asked = 0;
  person.page.on('requestfinished', (request) => {
    if (request.url().includes('/api/profile-briefs/by-sector/')) asked += 1;
  });
  await openMap();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await person.page.getByText('Looking around...').waitFor({ state: 'detached' });
  const before = asked;
  await person.page.clock.runFor(limits.mapRefreshMs + 1_000);
  await expect.poll(() => asked).toBeGreaterThan(before);
});

test('a member whose session has ended reports nothing more, and sees the login', async () => {
  await ada.call(session.deleteAuth);
  await person.page.waitForURL(/\/login/);
  const before = reports.length;
  await minutes(20);
  expect(reports).toHaveLength(before);
});

/** Runs in the worker, which answers nothing for this time. */
function beBusy(): void {
  const endMs = performance.now() + 2_000;
  while (performance.now() < endMs);
}

/** Runs in the page. The app stores nothing until the event `encrypt`. */
function holdEncryption(): void {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const isReleased = new Promise((resolve) => addEventListener('encrypt', resolve));
  crypto.subtle.encrypt = async (...args) => {
    await isReleased;
    return encrypt(...args);
  };
}

/** The screen position of the own marker, once the map has moved to it. */
async function middleOfMarker(): Promise<{ x: number; y: number }> {
  await button('Me: go to my marker').click();
  const middleOf = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const map = await middleOf(person.page.getByRole('application'));
  const marker = () => middleOf(button(/^Your marker/));
  await expect.poll(async () => Math.abs((await marker()).y - map.y) + Math.abs((await marker()).x - map.x)).toBeLessThan(3);
  return marker();
}
