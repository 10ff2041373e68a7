// A reader gets the first of their languages that the app has.
import { expect, test } from 'vitest';
import { directionOf, isLanguage, languageFor } from './languages.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['PT_br'.replace('_', '-')], 'pt-BR'],
  [['sv', 'nl-BE', 'de'], 'nl'],
  [['ar-EG'], 'ar'],
  [['ja', 'C', ''], 'en'],
  [[], 'en'],
  [['denglish'], 'en'],
])('%j gives %s', (tags, language) => {
  expect(languageFor(tags)).toBe(language);
});

test('only the app’s own tags are languages', () => {
  expect(['en', 'pt-BR', 'pt', 'toString', null].map(isLanguage)).toEqual([true, true, false, false, false]);
});

test('Arabic is written from right to left', () => {
  expect([directionOf('ar'), directionOf('de'), directionOf('en-XA')]).toEqual(['rtl', 'ltr', 'ltr']);
});
