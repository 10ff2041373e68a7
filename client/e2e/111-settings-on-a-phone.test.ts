// The settings on a phone: a list of the sections, and each section alone with a way back.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { colorRules, violationsOn } from './support/axe.ts';
import { setTextSize, smallTargets, textProblems } from './support/fit.ts';
import { people } from './support/people.ts';
import { desktop } from './support/person.ts';

const fixture = people({ isWithoutWorker: true });
const list = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const back = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Back', exact: true });
const openList = async (options = {}) => fixture.open(await fixture.app.member({ name: 'Ada' }), '/settings', options);

async function openSection(page: Page, id: string): Promise<void> {
  await list(page).locator(`[href$="#${id}"]`).click();
  await page.locator(`#${id}`).waitFor();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const regions = (page: Page) =>
  page
    .getByRole('region')
    .evaluateAll((all) => all.map((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent));

test('the list stands alone, a section opens alone under its heading, and both ways back lead to its line in the list', async () => {
  const page = await openList();
  await list(page).waitFor();
  await expect.poll(() => page.locator('#place').count()).toBe(1);
  expect(await regions(page)).toEqual([]);
  await page.evaluate(() => scrollTo(0, 200));
  await openSection(page, 'membership');
  await expect.poll(() => focused(page)).toBe('Membership');
  expect([await regions(page), await list(page).count()]).toEqual([['Membership'], 0]);
  expect(new URL(page.url()).hash).toBe('#membership');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await back(page).click();
  await list(page).waitFor();
  await expect.poll(() => focused(page)).toContain('Membership');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);

  await openSection(page, 'quiet');
  await page.goBack();
  await list(page).waitFor();
  await expect.poll(() => focused(page)).toContain('Quiet hours');
  expect(await regions(page)).toEqual([]);
});

test('a line of the list says what its section is set to, also in large text and on the narrowest phone', async () => {
  const member = await fixture.app.member({ name: 'Ada' });
  const page = await fixture.open(member, '/settings');
  const line = (id: string) => list(page).locator(`[href$="#${id}"]`);
  for (const [id, words] of [
    ['place', 'Where others see you0.6 mi'],
    ['devices', 'Devices with notificationsNone'],
    ['quiet', 'Quiet hoursOff'],
    ['display', 'DisplaySame as the system'],
    ['lock', 'App lockOff'],
  ] as const)
    await expect.poll(() => line(id).textContent()).toBe(words);
  const rights = await list(page)
    .locator('.settings-value')
    .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().right));
  expect([rights.length, new Set(rights).size]).toEqual([5, 1]);
  await openSection(page, 'quiet');
  await page.getByRole('switch', { name: 'No notifications at these hours' }).click();
  await back(page).click();
  await expect.poll(() => line('quiet').textContent()).toBe('Quiet hoursOn');
  const session = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect([...(await textProblems(page)), ...(await smallTargets(page)), ...(await violationsOn(page))]).toEqual([]);
  await setTextSize(session, 32);
  expect([...(await textProblems(page)), ...(await smallTargets(page))]).toEqual([]);
  await setTextSize(session, 16);
  await page.setViewportSize(desktop);
  expect(await line('quiet').textContent()).toBe('Quiet hours');
});

test('an address with a section leads to it at once, and its way back to the list', async () => {
  const page = await fixture.open(await fixture.app.member({ name: 'Ada' }), '/settings#games');
  await page.getByRole('region', { name: 'What games may show about you' }).waitFor();
  await expect.poll(() => focused(page)).toBe('What games may show about you');
  expect((await regions(page)).length).toBe(1);
  await back(page).click();
  await list(page).waitFor();
  expect(new URL(page.url()).hash).toBe('');
});

test('an address that changes while the app starts leads to its section', async () => {
  const page = await openList();
  await list(page).waitFor();
  const mayLoad = Promise.withResolvers<void>();
  const screen = '**/assets/later-settings-*.js';
  await page.route(screen, (route) => mayLoad.promise.then(() => route.continue()));
  const loading = page.waitForRequest(screen);
  await page.reload({ waitUntil: 'commit' });
  await loading;
  await page.evaluate(() => (location.hash = 'games'));
  mayLoad.resolve();
  await page.getByRole('region', { name: 'What games may show about you' }).waitFor();
});

test('what was typed stays while other sections are visited, and turning to a wide window shows them all', async () => {
  const page = await openList();
  await openSection(page, 'account');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Ada L.');
  await back(page).click();
  await openSection(page, 'privacy');
  await back(page).click();
  await openSection(page, 'account');
  expect(await name.inputValue()).toBe('Ada L.');
  await page.setViewportSize(desktop);
  await page.getByRole('region', { name: 'Privacy' }).waitFor();
  await list(page).waitFor();
  expect([(await regions(page)).length, await back(page).count(), await name.inputValue()]).toEqual([16, 0, 'Ada L.']);
});

test('the browser’s search of the page finds words in other sections, and opens them', async () => {
  const page = await openList();
  const section = page.locator('#privacy');
  await expect.poll(() => section.getAttribute('hidden')).toBe('until-found');
  await section.dispatchEvent('beforematch');
  await page.getByRole('region', { name: 'Privacy' }).waitFor();
  expect(await section.getAttribute('hidden')).toBe(null);
});

test.each(['en', 'de', 'ar'])(
  'each section fits the narrowest phone, also in large text, without violations (%s)',
  async (language) => {
    const page = await openList({ viewport: { width: 320, height: 640 }, locale: language });
    const session = await page.context().newCDPSession(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const sections = page.locator(`:root[lang="${language}"] section[hidden]`);
    await expect.poll(() => sections.count()).toBe(16);
    const ids = await sections.evaluateAll((all) => all.map(({ id }) => id));
    for (const id of ids) {
      await page.locator(`.settings-nav [href$="#${id}"]`).click();
      await page.locator(`#${id}`).waitFor();
      await page.locator('main [aria-busy="true"]').filter({ visible: true }).first().waitFor({ state: 'detached' });
      expect([id, ...(await textProblems(page)), ...(await smallTargets(page)), ...(await violationsOn(page))]).toEqual([id]);
      await setTextSize(session, 32);
      expect([id, ...(await textProblems(page)), ...(await smallTargets(page))]).toEqual([id]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([id, ...(await violationsOn(page, colorRules))]).toEqual([id]);
      await page.emulateMedia({ colorScheme: 'light' });
      await setTextSize(session, 16);
      await page.goBack();
    }
  },
);
