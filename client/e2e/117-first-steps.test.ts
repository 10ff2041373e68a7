// The first steps of a new member: name and birthdate, a picture, a place, and then people.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { replaceGps } from './support/gps.ts';
import { goOffline } from './support/worker.ts';
import { people, stored } from './support/people.ts';

const fixture = people();
const { open } = fixture;

const newcomer = () => fixture.app.member({ name: '', birthdate: null });
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const step = (page: Page, number: number) => page.getByText(`Step ${number} of 3`).waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

async function tellName(page: Page, name = 'Nora'): Promise<void> {
  await step(page, 1);
  await page.getByLabel('Public name').fill(name);
  await page.getByLabel('Birthdate').fill('1990-05-17');
  await button(page, 'Next').click();
  await step(page, 2);
}

test('three steps lead to the people nearby, with one main button each and the focus on each heading', async () => {
  const ben = await fixture.app.member({ name: 'Ben' });
  await reportPosition(ben, fixture.app.world.clock.now());
  const nora = await newcomer();
  const page = await open(nora, '/', { geolocation: { latitude: 33.4567, longitude: -112.0834 } });
  await page.getByText('Your profile has no name yet').waitFor();
  const mainButtons = () => page.getByRole('main').locator('.button-main').count();
  expect(await mainButtons()).toBe(1);
  await tellName(page);
  await expect.poll(() => focused(page)).toBe('Nice to meet you, Nora');
  expect(await mainButtons()).toBe(1);
  const picture = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainPicture('jpeg', 600, 750) };
  await page.locator('input[type=file]').setInputFiles(picture);
  await button(page, 'Next').waitFor();
  expect(await mainButtons()).toBe(1);
  await button(page, 'Next').click();
  await step(page, 3);
  await expect.poll(() => focused(page)).toBe('Where are you?');
  expect(await mainButtons()).toBe(1);
  await button(page, 'Use GPS').click();
  await page.waitForURL('**/search/tile');
  await page.getByRole('main').getByRole('link', { name: /Ben/ }).waitFor();
  await expect.poll(async () => (await stored(nora)).profilePicIds.length).toBe(1);
  expect(await stored(nora)).toMatchObject({ profilename: 'Nora', birthdate: '1990-05-17' });
});

test('a missing value is reported at its field, which gets the focus', async () => {
  const page = await open(await newcomer(), '/');
  await button(page, 'Next').click();
  await page.getByText('Please enter a public name.').waitFor();
  const activeName = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
  await expect.poll(activeName).toBe('profilename');
  await page.getByLabel('Public name').fill('Nora');
  await page.getByLabel('Birthdate').fill('2020-01-01');
  await button(page, 'Next').click();
  await page.getByText('You must be at least 18 years old.').waitFor();
  await expect.poll(activeName).toBe('birthdate');
});

test('the first step shows the member as others will see them, and Next stays on a phone’s first screen', async () => {
  const page = await open(await newcomer(), '/');
  await page.setViewportSize({ width: 390, height: 664 });
  await step(page, 1);
  const preview = page.locator('.own-preview');
  await preview.getByText('Member', { exact: true }).waitFor();
  await page.getByLabel('Public name').fill('Nora');
  await page.getByLabel('Birthdate').fill('1990-05-17');
  await preview.getByText(/^Nora, \d\d$/).waitFor();
  await preview.getByText('N', { exact: true }).waitFor();
  const bottom = await button(page, 'Next').evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual((await page.locator('.bar').boundingBox())?.y ?? 0);
});

test('steps can be skipped, gone back to and reloaded, and afterwards Home greets the member', async () => {
  const page = await open(await newcomer(), '/');
  await tellName(page);
  await page.reload();
  await step(page, 2);
  await button(page, 'Skip this for now').click();
  await step(page, 3);
  await page.goBack();
  await step(page, 2);
  await page.goBack();
  await step(page, 1);
  expect(await page.getByLabel('Public name').inputValue()).toBe('Nora');
  await button(page, 'Next').click();
  await button(page, 'Skip this for now').click();
  await page.getByRole('link', { name: 'Not now' }).click();
  await page.waitForURL('**/search/tile');
  await page.goto(fixture.app.origin);
  await page.getByRole('heading', { name: 'Hello, Nora' }).waitFor();
});

test('a picture that turns out to be unreadable after the member has gone on is said to be', async () => {
  const page = await open(await newcomer(), '/', { isWithoutWorker: true });
  await tellName(page);
  const prepared = Promise.withResolvers<void>();
  await page.route(/shrink-worker/, async (route) => {
    await prepared.promise;
    await route.fallback();
  });
  await page.locator('input[type=file]').setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') });
  await button(page, 'Next').click();
  await step(page, 3);
  prepared.resolve();
  await page.getByText('Error: this browser can’t read HEIC pictures.').waitFor();
});

test('without a connection nothing that was entered is lost', async () => {
  const nora = await newcomer();
  const page = await open(nora, '/');
  await page.getByText('Your profile has no name yet').waitFor();
  await goOffline(page);
  await tellName(page);
  await page.goBack();
  await step(page, 1);
  expect(await page.getByLabel('Public name').inputValue()).toBe('Nora');
  await page.context().setOffline(false);
  await expect.poll(async () => (await stored(nora)).profilename, { timeout: 30_000 }).toBe('Nora');
});

test('a refused location leaves the map, and the step goes on once the location is allowed', async () => {
  const page = await open(await newcomer(), '/tos');
  const gps = await replaceGps(page);
  await page.goto(fixture.app.origin);
  await tellName(page);
  await button(page, 'Skip this for now').click();
  await button(page, 'Use GPS').click();
  await gps.asked();
  await gps.fail(1);
  await page.getByText('allow the location for this site in your browser’s settings').waitFor();
  expect(await page.getByRole('main').locator('.button-main').allTextContents()).toEqual(['Place me on the map']);
  await page.getByRole('combobox', { name: 'Choose a city or area' }).waitFor();
  await button(page, 'Try GPS again').click();
  await gps.asked();
  await gps.fix(33.45, -112.07);
  await page.waitForURL('**/search/tile');
});

test('a city that is found by name is a place, too', async () => {
  const nora = await newcomer();
  const page = await open(nora, '/');
  await tellName(page);
  await button(page, 'Skip this for now').click();
  await page.getByRole('combobox', { name: 'Or choose a city or area' }).fill('Berlin');
  await page
    .getByRole('option', { name: /Berlin/ })
    .first()
    .click();
  await page.waitForURL('**/search/tile');
  await expect.poll(async () => Math.round((await stored(nora)).lat ?? 0)).toBe(53);
});
