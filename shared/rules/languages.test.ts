// A reader gets the first of their languages that the app has.
import { expect, test } from 'vitest';
import { acceptedTags, directionOf, languageFor } from './languages.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['PT_br'.replace('_', '-')], 'pt-BR'],
  [['sv', 'nl-BE', 'de'], 'nl'],
  [['ar-EG'], 'ar'],
  [['ja', 'C', ''], 'en'],
  [[], 'en'],
  [['denglish'], 'en'],
])('a reader with the tags %j gets the language %s', (tags, language) => {
  expect(languageFor(tags)).toBe(language);
});

test('an Accept-Language header is read by weight', () => {
  expect(acceptedTags('en;q=0.5, de-AT, fr;q=0.9, *;q=0.1, pl;q=0, <b>')).toEqual(['de-AT', 'fr', 'en']);
  expect(acceptedTags('')).toEqual([]);
  expect(acceptedTags('de ; q=0.5,fr;level=1')).toEqual(['de']);
});

test('a long Accept-Language header is read at once', () => {
  const fromMs = performance.now();
  expect(acceptedTags(`de${' '.repeat(100_000)}fr`)).toEqual([]);
  expect(performance.now() - fromMs).toBeLessThan(1_000);
});

test('Arabic is written from right to left', () => {
  expect([directionOf('ar'), directionOf('de'), directionOf('en-XA')]).toEqual(['rtl', 'ltr', 'ltr']);
});
