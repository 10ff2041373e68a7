// A member chooses German: all screens follow, also offline and on the next device. Visitors read pages and mails in their language.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { languageCookie } from '#shared/rules/languages.ts';
import ar from '#shared/languages/ar.json' with { type: 'json' };
import de from '#shared/languages/de.json' with { type: 'json' };
import { deviceKeys, localKeys } from '#client/device/storage.ts';
import { people } from './support/people.ts';
import { openPerson } from './support/person.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

const fixture = people();
const { open } = fixture;

const headingOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).first();
const languageOf = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir] as [lang: string, dir: string]);

/** Loads the page again at another screen, and expects its title. */
const shows = async (page: Page, path: string, title: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
  await expect.poll(() => headingOf(page).textContent()).toBe(title);
};

test('the language that a member chooses in the settings is on all screens, also offline', async () => {
  const ada = await fixture.app.member({ name: 'Ada' });
  const page = await open(ada, '/settings#display');
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expect.poll(() => headingOf(page).textContent()).toBe(de['Account Settings']);
  expect(await languageOf(page)).toEqual(['de', 'ltr']);
  expect((await ada.call(settings.getSettings)).language).toBe('de');
  await shows(page, '/chat/personal', de['Your Conversations']);
  await shows(page, '/billing', de['Membership Dues']);

  await expect.poll(() => page.evaluate(isLanguageCached, 'de')).toBe(true);
  await goOffline(page);
  await shows(page, '/games', de['Games and Interactive Management']);
  await shows(page, '/chat/personal', de['Your Conversations']);
  await page.context().setOffline(false);
});

test('the next device shows the chosen language from its second start on', async () => {
  const ben = await fixture.app.member({ name: 'Ben' });
  await ben.call(settings.putSettings, { body: { language: 'pt-BR' } });
  const page = await open(ben, '/settings');
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), localKeys.accountLanguage)).toBe('"pt-BR"');
  await page.reload();
  await expect.poll(() => languageOf(page)).toEqual(['pt-BR', 'ltr']);
});

test('after the logout nothing on the device tells the language of the account', async () => {
  const cem = await fixture.app.member({ name: 'Cem' });
  await cem.call(settings.putSettings, { body: { language: 'de' } });
  const page = await open(cem, '/settings');
  const languageCookies = async () => (await page.context().cookies()).filter(({ name }) => name === languageCookie);
  await expect.poll(languageCookies).toMatchObject([{ value: 'de' }]);
  await page.reload();
  await expect.poll(() => languageOf(page)).toEqual(['de', 'ltr']);
  await whenWorkerReady(page);
  await page.goto(new URL('/logout', page.url()).href);
  await page.getByRole('link', { name: de['Log in'] }).first().waitFor();
  expect(await languageCookies()).toEqual([]);
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(left).not.toMatch(/language|de\b/i);
  await expect
    .poll(async () => (await page.goto(new URL('/login', page.url()).href), await languageOf(page)))
    .toEqual(['en', 'ltr']);
});

test('a visitor reads a page in their language, and gets the mail in it', async () => {
  const visitor = await openPerson();
  const { page } = visitor;
  const { app } = fixture;
  await page.goto(`${app.origin}/tos`);
  await page.evaluate((key) => localStorage.setItem(key, '"ar"'), deviceKeys.language);
  await shows(page, '/tos', ar['Terms of Service']);
  expect(await languageOf(page)).toEqual(['ar', 'rtl']);
  await page.getByRole('heading', { name: ar['Prohibited activities'] }).waitFor();

  await page.evaluate((key) => localStorage.setItem(key, '"de"'), deviceKeys.language);
  await shows(page, '/register', de['Register / Recover Login']);
  await page.getByLabel(de.Email).fill('vera@example.org');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: de['Send Login Link'] }).click();
  await page.getByRole('heading', { name: de['Look in your mail'] }).waitFor();
  await expect
    .poll(() => app.mail.sent.map(({ to, subject }) => [to, subject]))
    .toEqual([['vera@example.org', 'Dein Anmeldelink']]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

/** Runs in the page. */
async function isLanguageCached(tag: string): Promise<boolean> {
  const files = await (await caches.open('hashed')).keys();
  return files.filter(({ url }) => url.includes(`/assets/language-${tag}-`)).length === 2;
}

test('credits have the digits of the region', async () => {
  const page = await open(await fixture.app.member({ name: 'Dina' }), '/billing', { locale: 'ar-EG' });
  await expect.poll(() => page.getByRole('definition').allTextContents()).toContain('٠');
});
