// The detail list: ten members at a time to the end, filters with counts, saved places, and offline use.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { openPlaceNames } from '#server/outside/place-names.ts';
import type { Member, NewMember } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openPerson, type Person } from './support/person.ts';
import { keptEntry, keptRows } from './support/kept-data.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

const home = { lat: 33.45, lon: -112.07 };
const berlin = { lat: 52.516271, lon: 13.377725 };
const endText = 'There are no more profiles to show within the limits and filters you may have applied.';

let app: TestApp;
let ada: Member;
let bert: Member;
let otto: Member;
let person: Person;
let page: Page;
/** The browser's requests for lists and positions, in order. */
const asked: URL[] = [];

beforeAll(async () => {
  app = await openTestApp({
    distDir: path.join(import.meta.dirname, '../../dist'),
    parts: { placeNames: openPlaceNames() },
  });
  ada = await placed({ name: 'Ada' }, home);
  const told = { characteristics: ['bear', 'coffee'], height: '5\'11"', heightCm: 180, birthdate: '1980-05-17' };
  bert = await placed({ name: 'Bert', description: 'Walks by\nthe river', ...told }, { ...home, lat: home.lat + 0.02 });
  for (let number = 1; number <= 22; number++) {
    const age = number <= 4 ? { birthdate: '1960-05-17', characteristics: ['bear'] } : {};
    await placed({ name: `Member ${number}`, ...age }, { ...home, lat: home.lat + 0.02 + number / 100 });
  }
  otto = await placed({ name: 'Otto' }, { ...berlin, lat: berlin.lat + 0.03 });

  person = await openPerson();
  page = person.page;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  person.context.on('request', (request) => {
    const url = new URL(request.url());
    if (/profile-briefs|profile-position/.test(url.pathname)) asked.push(url);
  });
  await person.context.addCookies([{ name: 'sid', value: ada.cookies.get('sid') ?? '', url: app.origin }]);
  await page.goto(`${app.origin}/tos`);
  await page.evaluate((profileId) => {
    localStorage.setItem('session', JSON.stringify({ profileId, roles: ['USER'] }));
    localStorage.setItem('lastProfileId', JSON.stringify(profileId));
  }, ada.profileId);
  await open();
});

afterAll(async () => {
  await person.leave();
  await app.close();
});

async function placed(given: NewMember, { lat, lon }: typeof home): Promise<Member> {
  const member = await app.member(given);
  const { profileId } = member;
  const tsEffectiveUntil = app.clock.now() + 20 * hourMs;
  const body = { profileId, use: 'OVERRIDE', overrideLat: lat, overrideLon: lon, hide: false, tsEffectiveUntil } as const;
  await member.call(positions.putPosition, { params: { profileId }, body });
  return member;
}

const open = () => page.goto(`${app.origin}/search/profile`);
const rows = () => page.locator('.detail-row');
const row = (name: RegExp | string) => page.getByRole('link', { name }).first();
const button = (name: RegExp | string) => page.getByRole('button', { name });
const chip = (text: string) => page.getByRole('button', { name: new RegExp(`^${text}.*Remove this filter$`) });
const count = (words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();
const sheet = () => page.getByRole('dialog');
/** Opens another of Find's four screens. */
const goTo = async (title: string, pathname: string) => {
  await page.getByRole('navigation', { name: 'Find' }).getByRole('link', { name: title }).click();
  await page.waitForURL(`**${pathname}`);
};
const askedFor = (part: string) =>
  asked.filter(({ pathname }) => pathname.includes(part)).map(({ searchParams }) => searchParams);
const inView = () => page.getByRole('complementary', { name: 'In view' });

test('members nearby are listed with distance, first words and attributes, ten at a time to the end', async () => {
  await count('23 people near you');
  const first = rows().first();
  await first.getByText('Walks by the river').waitFor();
  for (const words of [/Bert, \d\d/, /\d (mi|ft)/, '5\'11"', 'Coffee']) await first.getByText(words).first().waitFor();
  // Attributes about body, health or sex are shown only on the profile.
  expect(await first.locator('.detail-traits li').allInnerTexts()).toEqual(['Coffee']);
  await first.getByRole('link', { name: 'Chat with Bert' }).waitFor();
  // Where spaces are part of numbers, an age and a distance with only a space between them would be one.
  await row(/^Bert, \d\d ; (Online now )?[\d.,]+ (mi|ft)/).waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 3_000);
      return rows().count();
    })
    .toBe(23);
  await page.getByText(endText).waitFor();
  const pages = asked.filter(({ pathname }) => pathname.endsWith('/nearest')).map(({ searchParams }) => searchParams);
  expect(new Set(pages.map((query) => query.get('size')))).toEqual(new Set(['10']));
  expect(new Set(pages.map((query) => query.get('page')))).toEqual(new Set(['0', '1', '2']));
});

test('a filter shows its count in advance, and each chip how many it hides', async () => {
  await page.evaluate(() => scrollTo(0, 0));
  await button('Filters').click();
  await sheet().getByRole('checkbox', { name: 'Bear' }).check();
  await sheet().getByRole('button', { name: 'Show 5' }).waitFor();
  await sheet().getByLabel('Age to').fill('17');
  await sheet().getByText('An age from 18 to 120').waitFor();
  // Show leaves the dialog open and leads to the field.
  await sheet().getByRole('button', { name: 'Show', exact: true }).click();
  await expect
    .poll(() =>
      sheet()
        .getByLabel('Age to')
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await sheet().getByLabel('Age to').fill('55');
  await sheet().getByRole('button', { name: 'Show 1' }).click();
  await count('1 person near you');
  await row(/Bert/).waitFor();
  expect(await rows().count()).toBe(1);
  await chip('Age up to 55, hides 4').waitFor();
  await chip('Bear, hides 18').waitFor();
});

test('a filter is kept after a reload, and its chip removes it', async () => {
  await page.reload();
  await count('1 person near you');
  await chip('Age up to 55').click();
  await count('5 people near you');
  await expect.poll(() => rows().count()).toBe(5);
  expect(await button('Clear all').count()).toBe(0);
});

test('the filter applies to tiles, cards and map, and switching between them adds nothing to the history', async () => {
  await page.evaluate((view) => keepEntry('mapViewState', { ...view, zoom: 9 }), home);
  const entries = await page.evaluate(() => history.length);
  asked.length = 0;
  await goTo('Tiles', '/search/tile');
  await expect.poll(() => page.locator('.tiles > li').count()).toBe(5);
  await chip('Bear, hides 18').waitFor();
  await goTo('Swipe', '/search/swype');
  await page.getByRole('heading', { name: /^Bert, / }).waitFor();
  await goTo('Map', '/search/map');
  await button('List of people in view').click();
  await inView().getByText('5 people').waitFor();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  const queries = ['/nearest', '/by-sector/'].flatMap((part) => askedFor(part));
  expect(new Set(queries.map((query) => query.get('characteristics')))).toEqual(new Set(['bear']));
  await page.reload();
  await chip('Bear').waitFor();
  expect(askedFor('/aggregates')).toEqual([]);
});

test('a filter removed on the map is gone everywhere, and Find opens the list that was used last', async () => {
  await chip('Bear').click();
  await button('List of people in view').click();
  await inView().getByText('23 people').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find' }).click();
  await page.waitForURL('**/search/swype');
  await page.getByRole('heading', { name: /^Bert, / }).waitFor();
  await goTo('Tiles', '/search/tile');
  await expect.poll(() => page.locator('.tiles > li').count()).toBe(23);
  await goTo('Details', '/search/profile');
  await count('23 people near you');
  await button('Filters').click();
  await sheet().getByRole('checkbox', { name: 'Bear' }).check();
  await sheet().getByRole('button', { name: 'Show 5' }).click();
  await count('5 people near you');
});

test('an empty list names the condition to remove', async () => {
  await button('Filters').click();
  await sheet().getByRole('switch', { name: 'With picture' }).check();
  await sheet().getByRole('button', { name: 'Show 0' }).click();
  await page.getByText(endText).waitFor();
  await page.getByText('Without “With picture” there would be 5.').waitFor();
  await button('Remove “With picture”').click();
  await count('5 people near you');
  await chip('Bear').click();
  await count('23 people near you');
});

test('a height filter hides members whose height can’t be read, and the chip says so', async () => {
  await button('Filters').click();
  await sheet().getByLabel('Height from').fill('180 cm');
  await sheet().getByRole('button', { name: 'Show 1' }).click();
  await row(/Bert/).waitFor();
  await chip('Height from 5\'11", Hides heights that can’t be read, hides 22').click();
  await count('23 people near you');
});

test('“never chatted with” hides members whom the searcher has written to', async () => {
  const body = { senderProfileId: ada.profileId, recipientProfileId: bert.profileId, bodyText: 'hello', profilePicIds: [] };
  await ada.call(messages.postMessage, { body });
  await button('Filters').click();
  await sheet().getByRole('switch', { name: 'Never chatted with' }).check();
  await sheet().getByRole('button', { name: 'Show 22' }).click();
  await count('22 people near you');
  await row(/Member 1,/).waitFor();
  expect(await page.getByRole('link', { name: /Bert/ }).count()).toBe(0);
  await chip('Never chatted with, hides 1').click();
  await row(/Bert/).waitFor();
  await rows().first().locator('.person-line').getByText('Online now').waitFor();
  await page.goto(`${app.origin}/chat/personal`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Bert.*Online now/ })
    .waitFor();
  await open();
  await row(/Bert/).waitFor();
});

test('another place is rounded, and looking there does not move the member', async () => {
  await page.evaluate((view) => keepEntry('mapViewState', { ...view, zoom: 11 }), berlin);
  await button('Places').click();
  await sheet().getByLabel('Name of the place on your map').fill('Berlin');
  await sheet().getByRole('button', { name: 'Save this place' }).click();
  asked.length = 0;
  await sheet().getByRole('button', { name: 'Berlin', exact: true }).click();
  await row(/Otto/).waitFor();
  await page.getByText(/ from there/).waitFor();
  await page.getByText('You are not shown there.').waitFor();
  const places = asked.filter(({ pathname }) => pathname.includes('/nearest')).map(({ searchParams }) => searchParams);
  expect(places.length).toBeGreaterThan(0);
  for (const query of places) expect([query.get('lat'), query.get('lon')]).toEqual(['52.52', '13.38']);
  expect(asked.filter(({ pathname }) => pathname.includes('/profile-position/'))).toEqual([]);
  const paging = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false } as const;
  expect(await otto.call(nearby.getNearest, { query: paging })).toEqual([]);
  await button('Around Berlin. Back to where you are').click();
  await row(/Bert/).waitFor();
  await button('Places').click();
  await sheet().getByRole('button', { name: 'Delete Berlin' }).click();
  await sheet().getByRole('button', { name: 'Undo' }).press('Enter');
  const listed = sheet().getByRole('button', { name: 'Berlin', exact: true });
  await expect.poll(() => listed.evaluate((place) => place === document.activeElement)).toBe(true);
  await sheet().getByRole('button', { name: 'Delete Berlin' }).click();
  await sheet().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => keptEntry(page, 'savedPlaces')).toBeNull();
});

test('a city is found by name with the keyboard, without its accent, and becomes the place', async () => {
  await button('Places').click();
  const field = sheet().getByRole('combobox', { name: 'Find a city or area' });
  await field.fill('koln');
  await sheet()
    .getByRole('option', { name: /Köln\s*Germany, about [\d,]+ mi away/ })
    .waitFor();
  await field.fill('potsd');
  await sheet()
    .getByRole('option', { name: /Potsdam, NY|Potsdam\s*NY/ })
    .waitFor();
  asked.length = 0;
  await field.press('ArrowDown');
  await field.press('ArrowUp');
  await expect.poll(() => sheet().getByRole('option', { selected: true }).textContent()).toContain('Germany');
  await field.press('Enter');
  await row(/Otto/).waitFor();
  for (const query of askedFor('/nearest')) expect([query.get('lat'), query.get('lon')]).toEqual(['52.4', '13.07']);
  await goTo('Tiles', '/search/tile');
  await page.getByText('near Potsdam', { exact: true }).waitFor();
  await page.reload();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Otto/ })
    .getByText(/^\d{1,2} mi$/)
    .waitFor();
  await goTo('Swipe', '/search/swype');
  await page.getByRole('heading', { name: /^Otto, / }).waitFor();
  await goTo('Map', '/search/map');
  await button('Around Potsdam. Back to where you are').waitFor();
  await expect.poll(() => keptEntry(page, 'mapViewState')).toMatchObject({ lat: expect.closeTo(52.4, 1) });
  await button('Places').click();
  await field.fill('leipz');
  await sheet()
    .getByRole('option', { name: /Leipzig/ })
    .first()
    .click();
  await expect.poll(() => keptEntry(page, 'mapViewState')).toMatchObject({ lat: expect.closeTo(51.3, 1), zoom: 13 });
  await button('Places').click();
  await field.fill('potsd');
  await sheet()
    .getByRole('option', { name: /Potsdam\s*Germany/ })
    .first()
    .click();
  await goTo('Details', '/search/profile');
  await button('Around Potsdam. Back to where you are').click();
  await row(/Bert/).waitFor();
});

test('Enter chooses none of the places found for an earlier text', async () => {
  await button('Places').click();
  const field = sheet().getByRole('combobox', { name: 'Find a city or area' });
  await field.fill('potsd');
  await sheet()
    .getByRole('option', { name: /Potsdam\s*Germany/ })
    .first()
    .waitFor();
  const mayEnd = Promise.withResolvers<void>();
  await page.route('**/api/places?*', (route) => mayEnd.promise.then(() => route.continue()));
  await field.fill('leipz');
  await field.press('Enter');
  mayEnd.resolve();
  await sheet()
    .getByRole('option', { name: /Leipzig/ })
    .first()
    .waitFor();
  await page.unroute('**/api/places?*');
  await field.press('Enter');
  await button('Around Leipzig. Back to where you are').click();
  await row(/Bert/).waitFor();
});

test('a search for a place says when it finds nothing and when it fails, and tries again', async () => {
  await button('Places').click();
  const field = sheet().getByRole('combobox', { name: 'Find a city or area' });
  await field.fill('qqxq');
  await sheet().getByText('No place has a name like that.').waitFor();
  await field.press('Escape');
  expect(await field.inputValue()).toBe('');
  await page.route('**/api/places?*', (route) =>
    route.fulfill({ status: 429, json: { code: 'too-many-requests', message: '' } }),
  );
  await field.fill('hambu');
  await sheet().getByText('Couldn’t search.').waitFor();
  await page.unroute('**/api/places?*');
  person.complaints.length = 0;
  await sheet().getByRole('button', { name: 'Try again' }).click();
  await sheet()
    .getByRole('option', { name: /Hamburg\s*Germany/ })
    .waitFor();
  await person.context.setOffline(true);
  await field.fill('stuttg');
  await sheet().getByText('You are offline. Search again when you are back online.').waitFor();
  await person.context.setOffline(false);
  await sheet()
    .getByRole('option', { name: /Stuttgart/ })
    .first()
    .waitFor();
  await sheet().getByRole('button', { name: 'Close' }).click();
});

test('offline the cached list shows, and filters still apply', async () => {
  await expect.poll(async () => JSON.stringify(await keptRows(page, 'lists'))).toContain('river');
  await page.evaluate((view) => keepEntry('mapViewState', { ...view, zoom: 9 }), home);
  await whenWorkerReady(page);
  await goOffline(person.page);
  await open();
  await rows().first().getByText('Walks by the river').waitFor();
  await button('Filters').click();
  await sheet().getByRole('checkbox', { name: 'Coffee' }).check();
  await sheet().getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('You are offline: these are the people stored on your device.').waitFor();
  await expect.poll(() => rows().count()).toBe(1);
  await row(/Bert/).waitFor();
  await goTo('Tiles', '/search/tile');
  await page.getByText('You are offline: these are the people stored on your device.').waitFor();
  await expect.poll(() => page.locator('.tiles > li').count()).toBe(1);
  await goTo('Swipe', '/search/swype');
  await page.getByRole('heading', { name: /^Bert, / }).waitFor();
  await goTo('Map', '/search/map');
  await button('List of people in view').click();
  await inView().getByText('1 person').waitFor();
  await button('Filters').click();
  await sheet().getByRole('switch', { name: 'Online now' }).check();
  await sheet().getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Online status and chats can’t be checked.').waitFor();
  await chip('Online now').click();
  await goTo('Details', '/search/profile');
  await person.context.setOffline(false);
  await count('1 person near you');
  await chip('Coffee, hides 22').click();
});

test('on the narrowest phone neither the list nor the dialog scrolls sideways', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await button('Filters').click();
  await sheet().getByLabel('Height from').waitFor();
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    sheet: document.querySelector('dialog')?.scrollWidth ?? Infinity,
  }));
  expect(widths.page).toBeLessThanOrEqual(320);
  expect(widths.sheet).toBeLessThanOrEqual(320);
});

test('the browser logged no error', () => {
  expect(person.complaints).toEqual([]);
});
