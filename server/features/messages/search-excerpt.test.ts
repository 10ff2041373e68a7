// Words of a search text, and excerpts around them.
import { expect, test } from 'vitest';
import { excerptOf, wordsOf } from './search-excerpt.ts';

test('words consist of letters and digits, without duplicates', () => {
  expect(wordsOf(' ferry, "train" OR ferry* 10:30 ')).toEqual(['ferry', 'train', 'OR', '10', '30']);
  expect(wordsOf('?! 😀 "*"')).toEqual([]);
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8);
});

test('the excerpt of a short message is its text on one line', () => {
  expect(excerptOf('  the ferry\n leaves ', ['ferry'])).toBe('the ferry leaves');
});

test('the excerpt of a long message surrounds the match, with ellipses for omitted text', () => {
  const long = `${'before '.repeat(60)}the Fähre leaves ${'after '.repeat(60)}`;
  const excerpt = excerptOf(long, ['fahre']);
  expect(excerpt).toMatch(/^…\S.* the Fähre leaves after .*\S…$/);
  expect([...excerpt].length).toBeLessThanOrEqual(122);
  expect(excerptOf(`Fähre ${'after '.repeat(60)}`, ['fä'])).toMatch(/^Fähre after .*…$/);
  expect(excerptOf(`${'before '.repeat(60)}Fähre`, ['fä'])).toMatch(/^….*before Fähre$/);
});

test('an excerpt begins and ends between letters as a reader sees them', () => {
  const flags = '🏳️‍🌈'.repeat(60);
  expect(excerptOf(`${flags} ferry ${flags}`, ['ferry'])).toMatch(/^…(?:🏳️‍🌈)+ ferry (?:🏳️‍🌈)+…$/u);
});

test('only the start of a word matches', () => {
  expect(excerptOf(`${'unferry '.repeat(30)}the ferry`, ['ferry'])).toMatch(/the ferry$/);
});
