// The words of a search, and the excerpt of a message that contains them.
import { expect, test } from 'vitest';
import { excerptOf, wordsOf } from './excerpt.ts';

test('words are letters and digits, each once, and nothing else counts', () => {
  expect(wordsOf(' ferry, "train" OR ferry* 10:30 ')).toEqual(['ferry', 'train', 'OR', '10', '30']);
  expect(wordsOf('?! 😀 "*"')).toEqual([]);
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8);
});

test('a short message is shown whole, on one line', () => {
  expect(excerptOf('  the ferry\n leaves ', ['ferry'])).toBe('the ferry leaves');
});

test('a long message is cut around the hit, with dots where text is left out', () => {
  const long = `${'before '.repeat(60)}the Fähre leaves ${'after '.repeat(60)}`;
  const excerpt = excerptOf(long, ['fahre']);
  expect(excerpt).toMatch(/^…\S.* the Fähre leaves after .*\S…$/);
  expect([...excerpt].length).toBeLessThanOrEqual(122);
  expect(excerptOf(`Fähre ${'after '.repeat(60)}`, ['fä'])).toMatch(/^Fähre after .*…$/);
  expect(excerptOf(`${'before '.repeat(60)}Fähre`, ['fä'])).toMatch(/^….*before Fähre$/);
});

test('only the beginning of a word is a hit', () => {
  expect(excerptOf(`${'unferry '.repeat(30)}the ferry`, ['ferry'])).toMatch(/the ferry$/);
});
