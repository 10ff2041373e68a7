// Pages in the language of the browser, or in the one that was chosen there: from the first byte, offline, for each brand.
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { brands, defaultBrand } from '#manifest/index.ts';
import { settings } from '#shared/contract/settings.ts';
import { ownLanguageName } from '#shared/formats/words.ts';
import ar from '#shared/languages/ar.json' with { type: 'json' };
import de from '#shared/languages/de.json' with { type: 'json' };
import fr from '#shared/languages/fr.json' with { type: 'json' };
import pl from '#shared/languages/pl.json' with { type: 'json' };
import { languages } from '#shared/rules/languages.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { people } from './support/people.ts';
import { openPerson, type Person, type PersonOptions } from './support/person.ts';
import { whenStarted } from './support/visit.ts';
import { whenWorkerControls } from './support/worker.ts';

const fixture = people();
const { open } = fixture;
const publicRoutes = screenRoutes.filter((route: ScreenRoute) => route.isPrerendered);
const discreet = brands.find((brand) => brand.discreet) ?? defaultBrand;

let visitors: Person[] = [];
afterEach(async () => {
  const complaints = visitors.flatMap((visitor) => visitor.complaints);
  await Promise.all(visitors.map((visitor) => visitor.leave()));
  visitors = [];
  expect(complaints).toEqual([]);
});

/** Opens a visitor's browser, in the language of the options, at this path. */
async function visit(path: string, options: PersonOptions): Promise<Page> {
  const visitor = await openPerson(options);
  visitors.push(visitor);
  await visitor.context.addInitScript(rememberHeading);
  await visitor.page.goto(fixture.app.origin + path);
  return visitor.page;
}

const headingOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).first();
const languageOf = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const shows = (page: Page, title: string): Promise<void> => expect.poll(() => headingOf(page).textContent()).toBe(title);
const choose = async (page: Page, tag: string): Promise<void> => {
  await page.locator('.only-phone[aria-haspopup], .header .button').last().click();
  await page
    .getByRole('dialog')
    .locator('select')
    .selectOption({ label: ownLanguageName(tag) });
};

test('the first byte of each public page is in the language of the browser', async () => {
  for (const { path, title } of publicRoutes) {
    const answer = await fetch(fixture.app.origin + path, { headers: { 'accept-language': 'de-AT,de;q=0.9' } });
    const html = await answer.text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain(`<title>${de[title]} · ${defaultBrand.name}</title>`);
    if (path !== '/') expect(html).toContain(`<h1>${de[title]}</h1>`);
    expect(answer.headers.get('content-language')).toBe('de');
  }
  const arabic = await (await fetch(`${fixture.app.origin}/tos?lang=ar`)).text();
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
});

test.each([
  ['de-DE', de],
  ['ar-EG', ar],
])('the app takes over the public pages of a browser in %s as they are', async (locale, words) => {
  const page = await visit('/', { locale, isWithoutWorker: true });
  for (const { path, title } of publicRoutes) {
    await page.goto(fixture.app.origin + path);
    await page.waitForFunction(isHydrated);
    if (path !== '/') expect(await headingOf(page).textContent()).toBe(words[title]);
    await expect.poll(() => page.title()).toBe(`${words[title]} · ${defaultBrand.name}`);
  }
});

test('a device in German has the pages in German offline', async () => {
  const page = await visit('/', { locale: 'de-DE' });
  await whenWorkerControls(page);
  await page.context().setOffline(true);
  await page.goto(`${fixture.app.origin}/tos`);
  await shows(page, de['Terms of Service']);
  await whenStarted(page);
  expect(await languageOf(page)).toEqual(['de', 'ltr']);
  await page.goto(`${fixture.app.origin}/nowhere`);
  await shows(page, de['Page Not Found']);
  await page.context().setOffline(false);
});

test('a visitor chooses a language in the menu: pages come in it, also offline and after the login of a member without a choice', async () => {
  const page = await visit('/tos', { locale: 'de-DE' });
  await whenWorkerControls(page);
  await choose(page, 'pl');
  await shows(page, pl['Terms of Service']);
  await whenStarted(page);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'language', value: 'pl', sameSite: 'Lax', path: '/' });

  await page.context().setOffline(true);
  await page.goto(`${fixture.app.origin}/aboutus`);
  await shows(page, pl['About Us']);
  await whenStarted(page);
  await choose(page, 'fr');
  await page.getByText(pl['This language could not be loaded. Please try again when you have a connection.']).waitFor();
  await page.reload();
  await shows(page, pl['About Us']);
  await page.context().setOffline(false);

  const ada = await fixture.app.member({ name: 'Ada' });
  await page.context().addCookies([{ name: 'sid', value: ada.cookies.get('sid') ?? '', url: fixture.app.origin }]);
  await page.evaluate(
    (kept) => localStorage.setItem('session', kept),
    JSON.stringify({ profileId: ada.profileId, roles: ['USER'] }),
  );
  for (const path of ['/settings', '/settings', '/tos']) {
    await page.goto(fixture.app.origin + path);
    await shows(page, path === '/tos' ? pl['Terms of Service'] : pl['Account Settings']);
    await page.evaluate(() => fetch('/api/settings'));
  }
});

test('a visitor finds the languages in the header of each public page, with or without scripts', async () => {
  // A worker that is ready by then answers with the page in the language of the browser, and the app renders it anew.
  const phone = { viewport: { width: 320, height: 640 }, isWithoutWorker: true };
  const page = await visit('/register?lang=ar', { locale: 'ar-EG', ...phone });
  await page.getByRole('button', { name: 'العربية' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await shows(page, de['Register / Recover Login']);
  await page.waitForURL(`${fixture.app.origin}/register`);
  await page.waitForFunction(isHydrated);
  await page.goto(`${fixture.app.origin}/login`);
  await shows(page, de['Log in']);
  await page.getByRole('button', { name: 'Deutsch' }).press('Enter');
  expect(await page.getByRole('link', { name: 'Deutsch' }).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Deutsch' }).waitFor({ state: 'hidden' });

  const scriptless = await page.context().browser()?.newPage({ javaScriptEnabled: false, locale: 'de-DE' });
  if (scriptless === undefined) throw new Error('The browser is closed.');
  for (const { path } of publicRoutes) {
    await scriptless.goto(fixture.app.origin + path);
    await scriptless.getByRole('button', { name: 'Deutsch' }).click();
    await scriptless.getByRole('link', { name: 'Polski' }).click();
    await scriptless.waitForURL(`${fixture.app.origin}${path}?lang=pl`);
    expect(await scriptless.locator('html').getAttribute('lang')).toBe('pl');
  }
  await scriptless.close();
});

test('the slogan of the brand ends before the button with the language', async () => {
  const page = await visit('/register', { viewport: { width: 390, height: 844 } });
  for (const tag of languages) {
    await page.goto(`${fixture.app.origin}/register?lang=${tag}`);
    const [slogan, button] = await Promise.all(
      ['.slogan', '.language-button'].map((part) => page.locator(part).first().boundingBox()),
    );
    const [start, end] = tag === 'ar' ? [button, slogan] : [slogan, button];
    const gap = (end?.x ?? Number.NaN) - (start?.x ?? 0) - (start?.width ?? 0);
    expect([tag, gap >= 0]).toEqual([tag, true]);
  }
});

test('a member without a choice has the app in the language of the browser', async () => {
  const page = await open(await fixture.app.member({ name: 'Ada' }), '/settings', { locale: 'de-DE' });
  await shows(page, de['Account Settings']);
  expect(await languageOf(page)).toEqual(['de', 'ltr']);
  expect(await page.getByLabel(de.Language).inputValue()).toBe('auto');
});

test('the choice of an account is followed before that of the browser, until the account leaves it to the browser', async () => {
  const ben = await fixture.app.member({ name: 'Ben' });
  await ben.call(settings.putSettings, { body: { language: 'fr' } });
  const page = await open(ben, '/settings#display', { locale: 'de-DE' });
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('language=fr');
  await page.reload();
  await shows(page, fr['Account Settings']);
  await page.getByLabel(fr.Language).selectOption('auto');
  await shows(page, de['Account Settings']);
  expect((await ben.call(settings.getSettings)).language).toBe('auto');
  expect(await page.evaluate(() => document.cookie)).not.toContain('language');
});

test('the discreet brand shows only its name as the title in German too', async () => {
  const page = await visit('/', { locale: 'de-DE' });
  const { port } = new URL(fixture.app.origin);
  for (const { path } of publicRoutes) {
    await page.goto(`http://${discreet.key}.localhost:${port}${path}`);
    await whenStarted(page);
    expect([await page.title(), (await languageOf(page))[0]]).toEqual([discreet.name, 'de']);
  }
});

/** Runs in a page before its own scripts. */
function rememberHeading(): void {
  addEventListener('DOMContentLoaded', () => Reflect.set(globalThis, 'sentHeading', document.querySelector('#main h1')));
}

/** Runs in the page. True once the app has taken over the heading that the server sent. */
function isHydrated(): boolean {
  const heading: unknown = Reflect.get(globalThis, 'sentHeading');
  return heading instanceof Element && heading.isConnected && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
}
