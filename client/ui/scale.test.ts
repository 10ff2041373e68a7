// Type sizes, weights and gaps of every style sheet: only the tokens of the theme, three weights, and the 4 px grid.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** How many raw values a style sheet still has. A count may only become smaller. */
const known: Readonly<Record<string, number>> = {
  'features/admin/dashboard.css': 5,
  'features/home/member-home.css': 2,
  'features/messages/broadcast.css': 1,
  'features/messages/log.css': 2,
  'features/messages/message-state.css': 2,
  'features/messages/replies.css': 3,
  'features/nearby/deck.css': 1,
  'features/nearby/map-screen.css': 3,
  'map/map.css': 6,
};

const declaration = /(?<![\w-])(font|font-size|font-weight|(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z]+)*):\s*([^;}]+)/g;

function rawValuesOf(css: string): string[] {
  const declarations = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(declaration);
  return [...declarations].filter(([, name = '', value = '']) => !isOnScale(name, value)).map(([found]) => found);
}

function isOnScale(name: string, value: string): boolean {
  // `cqi` is for a letter that fills its picture.
  if (name === 'font-size') return /^(?:var\(--text-\w+\)|inherit|[\d.]+cqi)$/.test(value);
  if (name === 'font-weight') return /^(?:400|600|700|inherit|var\(--heading-weight\))$/.test(value);
  if (name === 'font') return value === 'inherit' || value === '400 1rem/1.5 var(--font)';
  return [...value.matchAll(/([\d.]+)(px|r?em)\b/g)].every(([, amount, unit]) => unit === 'px' && Number(amount) % 4 === 0);
}

test('no style sheet adds a size, weight or gap of its own', () => {
  const files = globSync('**/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  const found = files.map((file) => ({ file, raw: rawValuesOf(readFileSync(join(root, file), 'utf8')) }));
  expect(found.filter(({ file, raw }) => raw.length > (known[file] ?? 0))).toEqual([]);
});

test.each([
  ['padding: 4px var(--gap-2)', true],
  ['margin-block: calc(-1 * var(--gap-2)) 0', true],
  ['gap: 6px', false],
  ['padding-inline-start: 1.2em', false],
  ['font-size: var(--text-n)', true],
  ['font-size: 0.9375rem', false],
  ['font-size: clamp(1rem, 2vw, 2rem)', false],
  ['font-weight: 550', false],
])('%s is on the scale: %s', (text, isOk) => {
  expect(rawValuesOf(`a { ${text}; }`)).toEqual(isOk ? [] : [text]);
});
