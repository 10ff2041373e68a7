// Which language is used: the account's choice or else the device's, and what the server and the worker learn of it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
/** All writes of the cookie. */
let cookies: string[];
/** The languages that the worker was asked to keep. */
let asked: unknown[];
/** What the worker answers. */
let isKept: boolean;

beforeEach(() => {
  page = openFakePage();
  [cookies, asked, isKept] = [[], [], true];
  Object.defineProperty(page.document, 'cookie', {
    set(text: string) {
      cookies.push(text);
    },
  });
  const active = {
    postMessage({ type, language }: { type: string; language: unknown }, [port]: MessagePort[]) {
      expect(type).toBe('KEEP_PAGES');
      asked.push(language);
      port?.postMessage(isKept);
    },
  };
  Object.assign(page.navigator, { serviceWorker: { getRegistration: async () => ({ active, waiting: null }) } });
});
afterEach(() => page.close());

async function start() {
  vi.resetModules();
  return { ...(await import('./language.ts')), ...(await import('./language-choice.ts')) };
}

test('the account’s choice takes precedence, and the device’s is used for an account without a choice', async () => {
  const { chooseOnDevice, storeAccountLanguage, chosenLanguage } = await start();
  expect(await chooseOnDevice('pl')).toBe(true);
  storeAccountLanguage('auto');
  expect([chosenLanguage(), asked]).toEqual(['pl', ['pl']]);
  storeAccountLanguage('fr');
  expect(chosenLanguage()).toBe('fr');
  storeAccountLanguage('auto');
  expect(chosenLanguage()).toBe('pl');
  expect(cookies.map((text) => text.split(';')[0])).toEqual(['pl', 'pl', 'fr', 'pl'].map((tag) => `language=${tag}`));
  await expect.poll(() => asked).toEqual(['pl', 'fr', 'pl']);
});

test('a choice on the device replaces what an account has left there', async () => {
  const { chooseOnDevice, storeAccountLanguage, chosenLanguage } = await start();
  storeAccountLanguage('fr');
  await chooseOnDevice('pt-BR');
  expect(chosenLanguage()).toBe('pt-BR');
  expect(cookies.at(-1)).toBe('language=pt-BR; path=/; max-age=31536000; samesite=lax');
});

test('a choice that the worker cannot follow changes nothing', async () => {
  const { chooseOnDevice, storeAccountLanguage, chosenLanguage } = await start();
  storeAccountLanguage('fr');
  isKept = false;
  expect(await chooseOnDevice('de')).toBe(false);
  expect([chosenLanguage(), cookies.at(-1)]).toEqual(['fr', 'language=fr; path=/; max-age=31536000; samesite=lax']);
});

test('without a choice the cookie is removed, and the worker follows the browser', async () => {
  const { storeAccountLanguage } = await start();
  storeAccountLanguage('ar');
  storeAccountLanguage('auto');
  expect(cookies.at(-1)).toBe('language=; path=/; max-age=0; samesite=lax');
  await expect.poll(() => asked).toEqual(['ar', null]);
});

test('over https the cookie is sent only over https, and it contains only a language of the app', async () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  const { followChoice } = await start();
  page.localStorage.setItem('language', JSON.stringify('it'));
  await followChoice();
  page.localStorage.setItem('language', JSON.stringify('xx; domain=example.org'));
  await followChoice();
  expect(cookies).toEqual([
    'language=it; path=/; max-age=31536000; samesite=lax; secure',
    'language=; path=/; max-age=0; samesite=lax; secure',
  ]);
});

test('the choice is stored even if the browser has no workers or refuses them', async () => {
  const { chooseOnDevice } = await start();
  Object.assign(page.navigator, { serviceWorker: { getRegistration: () => Promise.reject(new Error('refused')) } });
  expect(await chooseOnDevice('nl')).toBe(true);
  Object.assign(page.navigator, { serviceWorker: undefined });
  expect(await chooseOnDevice('es')).toBe(true);
});
