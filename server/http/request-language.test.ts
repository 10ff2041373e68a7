// The language of a page: from its address, from the cookie with the chosen language, or from the browser.
import { expect, test } from 'vitest';
import { requestLanguage } from './request-language.ts';

const languageOf = (url: string, cookie?: string, accept?: string): string =>
  requestLanguage({ url, headers: { cookie, 'accept-language': accept } });

test.each([
  ['nothing is known', '/', undefined, undefined, 'en'],
  ['the browser speaks German', '/', undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['the browser prefers a language that the app does not have', '/', undefined, 'fi,pl;q=0.5', 'pl'],
  ['the browser speaks the Portuguese of Portugal', '/', undefined, 'pt-PT', 'pt-BR'],
  ['the browser speaks everything', '/', undefined, '*', 'en'],
  ['a language was chosen', '/', 'language=ar', 'de', 'ar'],
  ['a language was chosen, among other cookies', '/', 'sid=abc; language=pt-BR; kb=d', 'de', 'pt-BR'],
  ['English was chosen', '/', 'language=en', 'de', 'en'],
  ['the address names a language', '/?lang=fr', 'language=ar', 'de', 'fr'],
  ['the address names a language among others', '/login?token=1&lang=nl&x=2', undefined, undefined, 'nl'],
])('%s: %s with the cookie %s and %s gives %s', (_, url, cookie, accept, language) => {
  expect(languageOf(url, cookie, accept)).toBe(language);
});

test.each([
  ['/?lang=', 'language=', ';;q=,'],
  ['/?lang=xx', 'language=xx', 'xx'],
  ['/?lang=%', 'language=%00', '%'],
  ['/?lang[]=fr&language=fr', 'xlanguage=fr', 'q=1'],
  ['/?lang=__proto__', 'language=constructor', 'toString'],
  ['/?lang=<b>', 'language=<b>', `${'x,'.repeat(4_000)}fr;q=0`],
])('what is no language is ignored: %s, %s', (url, cookie, accept) => {
  expect(languageOf(url, cookie, accept)).toBe('en');
  expect(languageOf(url, cookie, 'it')).toBe('it');
});
