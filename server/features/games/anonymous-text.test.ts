// Texts without names and contacts.
import { expect, test } from 'vitest';
import { inventedNarratives } from './invented-narratives.ts';
import { lengthClasses, lengthClassOf, anonymousText } from './anonymous-text.ts';

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
])('names and contact details are removed from “%s”', (words, given) => {
  expect(anonymousText(`${words}, ${rest}`, [])).not.toContain(given);
  expect(anonymousText(`${words}, ${rest}`, [])).toContain('[…]');
});

test('the author’s names are redacted everywhere, whole and in part, in any case', () => {
  const shown = anonymousText(`WOLF here, some say Grey Wolf, or greywolf77. Wolfgang is another one, ${rest}`, [
    'Grey Wolf',
    'greywolf77',
  ]);
  expect(shown).toBe(`[…] here, some say […], or […]. Wolfgang is another one, ${rest}`);
});

test('names that look like patterns are taken literally', () => {
  expect(anonymousText(`The one and only (.*)+ ${rest}`, ['(.*)+'])).toBe(`The one and only […] ${rest}`);
});

test('words about oneself other than names are not redacted', () => {
  const words = `I am 45, I'm tall and open-minded, HIV- and on PrEP since 2019, ${rest}`;
  expect(anonymousText(words, [])).toBe(words);
});

test('a text of a few words is not shown', () => {
  expect(anonymousText('Just ask', [])).toBeNull();
  expect(anonymousText(`Marek Marek ${'Marek '.repeat(20)}`, ['Marek'])).toBeNull();
});

test('a long text is cut after a sentence or a word', () => {
  const sentences = anonymousText('I like the river in the morning. '.repeat(40), []);
  expect(sentences?.length).toBeLessThanOrEqual(420);
  expect(sentences).toMatch(/morning\.$/);
  expect(anonymousText('river '.repeat(200), [])).toMatch(/river …$/);
});

test.each([
  ['short', 0],
  ['short', 159],
  ['middle', 160],
  ['middle', 299],
  ['long', 300],
  ['long', 420],
] as const)('a text is %s with %i characters', (length, characters) => {
  expect(lengthClassOf('x'.repeat(characters))).toBe(length);
});

test('a text is shown if 60 characters are not redacted, and in full up to 420 characters', () => {
  expect([anonymousText('x'.repeat(59), []), anonymousText('x'.repeat(60), [])]).toEqual([null, 'x'.repeat(60)]);
  expect([anonymousText(`${'x'.repeat(58)} Marek`, ['Marek']), anonymousText(`${'x'.repeat(59)} Marek`, ['Marek'])]).toEqual([
    null,
    `${'x'.repeat(59)} […]`,
  ]);
  expect(anonymousText('x'.repeat(420), [])).toBe('x'.repeat(420));
  expect(anonymousText(` one\n\ttwo  ${'x'.repeat(60)} `, [])).toBe(`one two ${'x'.repeat(60)}`);
});

test('a long text is cut after its last sentence only if that leaves 300 characters, and a long word at 300 characters', () => {
  const more = `${'z'.repeat(50)} ${'z'.repeat(200)}`;
  expect(anonymousText(`${'y'.repeat(299)}. ${more}`, [])).toBe(`${'y'.repeat(299)}.`);
  expect(anonymousText(`${'y'.repeat(298)}. ${more}`, [])).toBe(`${'y'.repeat(298)}. ${'z'.repeat(50)} …`);
  expect(anonymousText('x'.repeat(500), [])).toBe(`${'x'.repeat(300)} …`);
  expect(anonymousText(`x${'🌈'.repeat(250)}`, [])).toBe(`x${'🌈'.repeat(150)} …`);
  expect(anonymousText('🏳️‍🌈'.repeat(100), [])).toBe(`${'🏳️‍🌈'.repeat(50)} …`);
  expect(anonymousText(`xx${'🏳️‍🌈'.repeat(100)}`, [])).toBe(`xx${'🏳️‍🌈'.repeat(49)} …`);
});

test('invented texts are redacted too, and there are twenty of each length', () => {
  const shown = Object.values(inventedNarratives).map(({ text, name }) => anonymousText(text, [name]));
  expect(shown).not.toContain(null);
  expect(Object.values(inventedNarratives).filter(({ name }) => !/^\p{Lu}\p{Ll}+/u.test(name))).toEqual([]);
  const lengths = shown.map((text) => lengthClassOf(text ?? ''));
  expect(lengthClasses.map((length) => lengths.filter((found) => found === length).length)).toEqual([20, 20, 20]);
  expect(new Set(shown).size).toBe(60);
  expect(shown.filter((text) => text?.includes('[…]')).length).toBeGreaterThan(4);
});
