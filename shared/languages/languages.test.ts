// Every language keeps the placeholders and tags of each text, and has a form for each count that its plural rules distinguish.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { shortened, textsOfPages } from '#scripts/short-languages.ts';
import { describe, expect, test } from 'vitest';
import { translatedCount, wordsOf, type LanguageFile } from '#shared/formats/texts.ts';
import { languages } from '#shared/rules/languages.ts';

const folder = import.meta.dirname;
const fileOf = (language: string): string => path.join(folder, `${language}.json`);
const read = (language: string) => JSON.parse(readFileSync(fileOf(language), 'utf8')) as LanguageFile;
const known = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
const english = read('en');
const pageTexts = textsOfPages();

/** The names in curly brackets and the tags of a text. */
const placeholdersIn = (text: string): string =>
  [...text.matchAll(/\{\w+\}|<\/?\w+>/g)]
    .map(([mark]) => mark)
    .sort()
    .join(' ');

/** What buttons show, and their accessible names. Members who control a device by voice say what is shown. */
const shownAndNamed = [
  ['List', 'List of people in view'],
  ['List', 'Close the list'],
  ['Me', 'Me: go to my marker'],
  ['location mode|GPS', 'Location mode: GPS. Switch to walk'],
  ['location mode|Walk', 'Location mode: walk. Switch to GPS'],
  ['me on the map|Show', 'Show me on the map'],
  ['me on the map|Hide', 'Hide me on the map'],
  ['a device|Log out', 'Log out {device}'],
] as const;

test('there is a file for each language of the app, and no other', () => {
  expect(known.toSorted()).toEqual(languages.toSorted());
});

test.each(['es', 'nl'])('no time ends a sentence in %s, since it may end with "p. m."', (language) => {
  const values = Object.values(read(language)).filter((text) => typeof text === 'string');
  expect(values.filter((text) => text.includes('{time}.'))).toEqual([]);
});

describe.each(known)('%s', (language) => {
  const texts = read(language);

  test('keeps the placeholders and tags of each text', () => {
    const wrong = Object.entries(english).filter(([text, original]) => {
      const own = texts[text];
      return typeof original === 'string' && (typeof own !== 'string' || placeholdersIn(own) !== placeholdersIn(original));
    });
    expect(wrong).toEqual([]);
  });

  test.each(shownAndNamed)('has the text of a button in its accessible name: %s', (shown, name) => {
    expect(String(texts[name]).toLowerCase()).toContain(String(texts[shown]).toLowerCase());
  });

  test('has the plural forms of the language, with the placeholders of the English text', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [text, original] of Object.entries(english)) {
      const own = texts[text];
      if (typeof original === 'string' || typeof own !== 'object') continue;
      expect([text, Object.keys(own).toSorted()]).toEqual([text, categories]);
      const marks = [original.one ?? '', original.other].map(placeholdersIn);
      for (const form of Object.values(own)) expect(marks).toContain(placeholdersIn(form));
    }
  });

  test('says each count in its own form', () => {
    const words = wordsOf(texts);
    const rules = new Intl.PluralRules(language);
    for (const [text, original] of Object.entries(english)) {
      if (typeof original === 'string') continue;
      for (const count of [0, 1, 2, 3, 5, 11, 22, 100, 1_000_000]) {
        const shown = translatedCount(words, language, count, original);
        const form = (texts[text] as typeof original)[rules.select(count)] ?? '';
        expect(shown).toBe(form.replaceAll('#', () => new Intl.NumberFormat(language).format(count)));
      }
    }
  });

  test('is bundled as files of at most 30 KiB, in which no two texts have the same key', () => {
    const files = Object.values(shortened(texts, pageTexts));
    const keys = files.flatMap((file) => Object.keys(JSON.parse(file) as object));
    expect(new Set(keys).size).toBe(Object.keys(texts).length);
    for (const file of files) expect(brotliCompressSync(file).length / 1_024).toBeLessThan(30);
  });
});
