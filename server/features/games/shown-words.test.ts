// What is left of a text when nobody is to know whose it is.
import { expect, test } from 'vitest';
import { plantedWords } from './planted-words.ts';
import { lengthClasses, lengthClassOf, shownWords } from './shown-words.ts';

const rest = 'and I like long walks by the river, slow breakfasts and loud music in small cellars.';

test.each([
  ['My name is Marek', 'Marek'],
  ['I’m Jean-Luc', 'Jean-Luc'],
  ['call me Ötzi', 'Ötzi'],
  ['write to marek@example.org', 'example'],
  ['see www.marek.example/me', 'marek'],
  ['my page is marek.gay', 'marek'],
  ['@marek_89 there', 'marek'],
  ['insta: marek_89', 'marek'],
  ['Telegram is marek89', 'marek'],
  ['snap marek.89', 'marek'],
  ['call +1 (602) 555-0142', '555'],
  ['call 0664 1234567', '1234567'],
])('“%s” gives nobody away', (words, given) => {
  expect(shownWords(`${words}, ${rest}`, [])).not.toContain(given);
  expect(shownWords(`${words}, ${rest}`, [])).toContain('[…]');
});

test('the names by which somebody is known are taken out wherever they stand, whole and in part, in any case', () => {
  const shown = shownWords(`WOLF here, some say Grey Wolf, or greywolf77. Wolfgang is another one, ${rest}`, [
    'Grey Wolf',
    'greywolf77',
  ]);
  expect(shown).toBe(`[…] here, some say […], or […]. Wolfgang is another one, ${rest}`);
});

test('names that look like patterns are only names', () => {
  expect(shownWords(`The one and only (.*)+ ${rest}`, ['(.*)+'])).toBe(`The one and only […] ${rest}`);
});

test('what people say of themselves stays', () => {
  const words = `I am 45, I'm tall and open-minded, HIV- and on PrEP since 2019, ${rest}`;
  expect(shownWords(words, [])).toBe(words);
});

test('a text of a few words is none to judge', () => {
  expect(shownWords('Just ask', [])).toBeNull();
  expect(shownWords(`Marek Marek ${'Marek '.repeat(20)}`, ['Marek'])).toBeNull();
});

test('a long text is cut after a sentence or a word, so that none stands out by its length', () => {
  const sentences = shownWords('I like the river in the morning. '.repeat(40), []);
  expect(sentences?.length).toBeLessThanOrEqual(420);
  expect(sentences).toMatch(/morning\.$/);
  expect(shownWords('river '.repeat(200), [])).toMatch(/river …$/);
});

test('planted texts go through the same, and there are as many of each length', () => {
  const shown = Object.values(plantedWords).map(({ text, name }) => shownWords(text, [name]));
  expect(shown).not.toContain(null);
  const lengths = shown.map((text) => lengthClassOf(text ?? ''));
  expect(lengthClasses.map((length) => lengths.filter((found) => found === length).length)).toEqual([20, 20, 20]);
  expect(new Set(shown).size).toBe(60);
  expect(shown.filter((text) => text?.includes('[…]')).length).toBeGreaterThan(4);
});
