// Tests that the source has every text and key of the specification verbatim, including misspellings and double spaces.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { specTexts, type SpecText } from './spec-texts.ts';

const root = path.join(import.meta.dirname, '../..');
const sources = globSync('{client,server,shared}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/\.(?:test|suite)\.|\/(?:testing|e2e)\//.test(file))
  .map((file) => ({ file, source: comparable(readFileSync(path.join(root, file), 'utf8')) }));

test.each(specTexts)('$quoted: "$text" is in $place', ({ text, place, as }) => {
  const found = sources.filter(({ file }) => file === place || file.startsWith(`${place}/`));
  expect(found.length, `${place} has no source`).toBeGreaterThan(0);
  expect(found.some(({ source }) => has(source, text, as))).toBe(true);
});

test('no text is listed twice for the same place', () => {
  const rows = specTexts.map(({ text, place, as }) => `${as} "${text}" in ${place}`);
  expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
});

test.each([
  ["say('Saved');", 'Saved', true],
  ["say('Saved!');", 'Saved', false],
  ["t('state|Saved')", 'Saved', true],
  ["t('Saved|Stored')", 'Saved', false],
  ["say('state|Saved')", 'Saved', false],
  ['<p>\n  Saved\n</p>', 'Saved', true],
  ['<p>\n  Saved by you\n</p>', 'Saved', false],
  ['<p>\n  Some day\n  soon\n</p>', 'Some day soon', true],
  ['<p>Some  day</p>', 'Some day', false],
  ["say('That\\'s all');", "That's all", true],
  ["say('settings.  Perhaps');", 'settings.  Perhaps', true],
  ["say('settings. Perhaps');", 'settings.  Perhaps', false],
  ["say(\n  'settings. ' +\n  'Perhaps');", 'settings. Perhaps', false],
  ["say('saved');", 'Saved', false],
  ["// say('Saved');\n/** 'Saved' */", 'Saved', false],
])('in %j, %j is a whole text: %j', (source, text, isThere) => {
  expect(has(comparable(source), text, 'whole')).toBe(isThere);
});

test('a field is a key with a value, and a part begins and ends at word boundaries', () => {
  expect(has('z.object({ lat: z.number() })', 'lat', 'field')).toBe(true);
  expect(has('z.object({ pair, tsCreated: timeMs })', 'pair', 'field')).toBe(true);
  expect(has('z.object({ flat: z.number() })', 'lat', 'field')).toBe(false);
  expect(has('body.lat: 1', 'lat', 'field')).toBe(false);
  expect(has('<p>What does the lambda symbol mean?</p>', 'lambda symbol', 'part')).toBe(true);
  expect(has('<p>What do the lambda symbols mean?</p>', 'lambda symbol', 'part')).toBe(false);
});

function has(source: string, text: string, as: SpecText['as']): boolean {
  const quoted = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const patterns = {
    whole: `(['"\`])${quoted}\\1|[>}] ?${quoted} ?[<{]`,
    part: `(?<!\\w)${quoted}(?!\\w)`,
    field: `(?<![\\w.'])${quoted}(?=[:,])`,
  };
  return new RegExp(patterns[as]).test(source);
}

/** Removes comments and the meanings of translated texts, and collapses line breaks in JSX text as the browser does. */
function comparable(source: string): string {
  return source
    .replace(/(^|[\s{(])\/\*[\s\S]*?\*\//g, '$1')
    .replace(/(^|\s)\/\/ .*$/gm, '$1')
    .replace(/>\s*\n\s*/g, '>')
    .replace(/\s*\n\s*</g, '<')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\\'/g, "'")
    .replace(/(?<![\w.])t\('[^'|]+\|/g, "t('");
}
