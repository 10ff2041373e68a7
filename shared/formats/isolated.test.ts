// Names and other values in a text are isolated if they are read in the other direction, and only then.
import { describe, expect, test } from 'vitest';
import ar from '#shared/languages/ar.json' with { type: 'json' };
import en from '#shared/languages/en.json' with { type: 'json' };
import { english, translated, wordsOf } from './texts.ts';
import { listed } from './words.ts';
import { heightText } from './measures.ts';

const arabic = wordsOf(ar);
const controls = /[\u202a-\u202e\u2066-\u2069]/g;
const sentences = Object.entries(en).flatMap(([text, own]) => (typeof own === 'string' && text.includes('{name}') ? [text] : []));
const latin = ['Ada', 'C++ (Berlin)', 'Ada!', '¿Qué?', '«Zoë»', 'Ωmega', 'Ada ❤', 'Łukasz 2', '李'];
const hebrewAndArabic = ['بدر', 'בן (תל אביב)', 'بدر!', '(سلام', 'نور ٢', 'بدر ❤'];
const mixed = ['Ada بدر', 'بدر & Ada'];
const ofNoDirection = ['1234', '!!!', '❤', '(:', '…'];
const disguised = ['\u202eAda', 'Ada\u2069', '\u2067Ada', '\u2066\u2066Ada\u2069', '\u202cAda\u2068'];

/** The text without its isolated parts, which cannot turn the words around them. */
const outside = (text: string) => text.replace(/\u2068[^\u2066-\u2069]*\u2069/g, '').replace(/^[\u200e\u200f]/, '');

/** True for a text such as "{name}, {age}". */
const hasNoLetters = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}/g, ''));

describe.each([
  ['English', english, latin, hebrewAndArabic],
  ['Arabic', arabic, hebrewAndArabic, latin],
])('in each %s text with a name', (_language, words, alike, others) => {
  test('a name of the other direction is isolated, and the rest is the same for all names', () => {
    expect(sentences.length).toBeGreaterThan(30);
    for (const text of sentences) {
      const around = translated(words, text, { name: '' });
      for (const name of hasNoLetters(around) ? [] : [...others, ...mixed, ...disguised]) {
        const filled = translated(words, text, { name });
        expect(outside(filled)).toBe(around);
        expect(filled).toContain(`\u2068${name.replace(controls, '')}\u2069`);
        expect(filled.startsWith('\u2068')).toBe(false);
      }
    }
  });

  test('a name of the same direction, or of no direction, is not isolated', () => {
    for (const text of sentences) {
      const around = words.text(text) ?? text;
      for (const name of hasNoLetters(around) ? ofNoDirection : [...alike, ...ofNoDirection])
        expect(translated(words, text, { name })).toBe(around.slice(around.indexOf('|') + 1).replaceAll('{name}', name));
    }
  });
});

test('each name of a list is isolated, and remains isolated if the list is part of a text', () => {
  const names = listed(['Ada', 'بدر'], 'en');
  expect(names).toBe('Ada and \u2068بدر\u2069');
  expect(translated(english, '{names} like you.', { names })).toBe('Ada and \u2068بدر\u2069 like you.');
  expect(listed(['Ada', 'بدر'], 'ar')).toContain('\u2068Ada\u2069');
});

test('feet remain before inches in a text', () => {
  const height = heightText(180, 'miles', 'ar');
  expect(translated(arabic, '{name}:', { name: height })).toBe(`${height}:`);
});
