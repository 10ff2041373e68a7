// Texts are translated if the language has them, with their values and with the form for their count.
import { expect, test } from 'vitest';
import { english, translated, translatedCount, type Words } from './texts.ts';

const polish: Words = {
  text: (text) => ({ 'Hello {name}': 'Cześć {name}' })[text],
  forms: (many) => ({ '# people': { one: '# osoba', few: '# osoby', many: '# osób', other: '# osoby' } })[many],
};
const people = { one: '# person', other: '# people' };

test('a text contains its values, even if these look like placeholders', () => {
  expect(translated(polish, 'Hello {name}', { name: '{name} $&' })).toBe('Cześć {name} $&');
  expect(translated(english, 'Hello {name}', { name: 'Ada' })).toBe('Hello Ada');
});

test('a sentence ends with one full stop, even after a value that ends with its own', () => {
  expect(translated(english, 'Until {time}.', { time: '5:03 p.m.' })).toBe('Until 5:03 p.m.');
  expect(translated(english, 'Until {time}. You were chosen.', { time: '17:03' })).toBe('Until 17:03. You were chosen.');
});

test('a text without a translation stays English', () => {
  expect(translated(polish, 'Goodbye {name}', { name: 'Ada' })).toBe('Goodbye Ada');
  expect(translatedCount(polish, 'pl', 2, { one: '# like', other: '# likes' })).toBe('2 likes');
});

test('the meaning before a text is not shown', () => {
  expect(translated(english, 'verb|Like')).toBe('Like');
});

test('a count has the form of its language', () => {
  expect([1, 2, 5, 22, 1.5].map((count) => translatedCount(polish, 'pl', count, people))).toEqual([
    '1 osoba',
    '2 osoby',
    '5 osób',
    '22 osoby',
    '1,5 osoby',
  ]);
  expect([0, 1, 2].map((count) => translatedCount(english, 'en', count, people))).toEqual(['0 people', '1 person', '2 people']);
});

test('a count’s text may have values', () => {
  const text = translatedCount(english, 'en', 3, { one: '# like from {name}', other: '# likes from {name}' }, { name: '#1' });
  expect(text).toBe('3 likes from #1');
});
