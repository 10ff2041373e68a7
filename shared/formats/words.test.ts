// Counts, lists and names of regions in several languages.
import { expect, test } from 'vitest';
import { commaSeparated, counted, listed, regionName, ownLanguageName } from './words.ts';

test('a count takes the form of its plural category', () => {
  const people = { one: '# person', other: '# people' };
  expect([0, 1, 2, 1_234].map((count) => counted(count, people, 'en-US'))).toEqual([
    '0 people',
    '1 person',
    '2 people',
    '1,234 people',
  ]);
  expect(counted(1, { other: '# people' }, 'en')).toBe('1 people');
  expect(counted(3, { one: 'One note', other: '# notes and #' }, 'en')).toBe('3 notes and 3');
});

test('languages with more than two plural categories', () => {
  const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few #', many: 'many #', other: 'other #' };
  expect([0, 1, 2, 3, 11, 100].map((count) => counted(count, forms, 'ar'))).toEqual([
    'zero',
    'one',
    'two',
    'few 3',
    'many 11',
    'other 100',
  ]);
  expect([1, 2, 5].map((count) => counted(count, forms, 'pl'))).toEqual(['one', 'few 2', 'many 5']);
});

test('lists', () => {
  expect([listed([], 'en'), listed(['a'], 'en'), listed(['a', 'b'], 'en')]).toEqual(['', 'a', 'a and b']);
  const list = ['a', 'b', 'c'];
  expect(['en-US', 'en-GB', 'de', 'fr', 'ar'].map((locale) => listed(list, locale))).toEqual([
    'a, b, and c',
    'a, b and c',
    'a, b und c',
    'a, b et c',
    '\u2068a\u2069 و\u2068b\u2069 و\u2068c\u2069',
  ]);
});

test('names of regions', () => {
  expect([regionName('DE', 'en-US'), regionName('DE', 'fr'), regionName('DE', 'de')]).toEqual([
    'Germany',
    'Allemagne',
    'Deutschland',
  ]);
});

test('a language is named in its own words, with a capital', () => {
  expect(['de', 'es', 'pt-BR', 'ar'].map(ownLanguageName)).toEqual(['Deutsch', 'Español', 'Português (Brasil)', 'العربية']);
});

test('the parts of a line are separated by the comma of the language', () => {
  expect(['en', 'de', 'ar'].map((locale) => commaSeparated(['a', 'b', 'c'], locale))).toEqual([
    'a, b, c',
    'a, b, c',
    '\u2068a\u2069، \u2068b\u2069، \u2068c\u2069',
  ]);
  expect(commaSeparated([], 'en')).toBe('');
});
