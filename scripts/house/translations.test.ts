// Texts without a translation are refused, and so are catalogues that differ from the code.
import { expect, test } from 'vitest';
import { houseOf } from './source-files.ts';
import { textsAreTranslated } from './translations.ts';

const texts = (file: Record<string, unknown>) => JSON.stringify(file);
const violations = (screen: string, english: Record<string, unknown> = {}, german: Record<string, unknown> = english) =>
  textsAreTranslated(
    houseOf({
      'client/features/home/Home.tsx': screen,
      'shared/languages/en.json': texts(english),
      'shared/languages/de.json': texts(german),
    }),
  );

test.each([
  ['<p>Hello there</p>'],
  ['<p>Hello</p>'],
  ["<button aria-label={isOpen ? 'Close' : undefined} />"],
  ['<Page title="Home" />'],
  ['<p>{isNew && `New ${count}`}</p>'],
  ["<p>{say('You are offline.')}</p>"],
  ["throw new PictureRefused('The picture is too large.')"],
])('%s is reported, since members would see it in English', (code) => {
  expect(violations(`const home = () => { ${code.startsWith('throw') ? code : `return ${code}`}; };`)).toHaveLength(1);
});

test.each([
  ['<p className="large text" id="Home">{name}</p>'],
  ['<time dateTime="2026">{day} · {count}</time>'],
  ["console.warn('Something is wrong.')"],
  ["new Error('This cannot be.')"],
  ["<p>{t('Hello {name}', { name: isNew ? 'a' : 'b' })}</p>", { 'Hello {name}': 'Hello {name}' }],
  ["<p>{t(isNew ? 'Hello' : 'Welcome back')}</p>", { Hello: 'Hello', 'Welcome back': 'Welcome back' }],
  ["tCount(2, { one: '# person', other: '# people' })", { '# people': { one: '# person', other: '# people' } }],
  ["<p>{t({ a: 'First one', b: 'Second one' }[key])}</p>", { 'First one': 'First one', 'Second one': 'Second one' }],
  ["<p>{t('verb|Like')}</p>", { 'verb|Like': 'Like' }],
] as [code: string, english?: Record<string, unknown>][])('%s is allowed', (code, english) => {
  expect(violations(`const home = () => ${code};`, english)).toEqual([]);
});

test('the English catalogue has the texts of the code, and a language has them all', () => {
  const code = "const home = () => <p>{t('Hello')}</p>;";
  expect(violations(code, { Hello: 'Hello' }, { Hello: 'Hallo' })).toEqual([]);
  expect(violations(code, {})).toEqual(['shared/languages/en.json: differs from the code: run npm run texts.']);
  expect(violations(code, { Hello: 'Hello', Gone: 'Gone' })).toHaveLength(1);
  expect(violations(code, { Hello: 'Hello' }, {})).toEqual(['shared/languages/de.json: lacks 1 texts, first "Hello".']);
  expect(violations(code, { Hello: 'Hello' }, { Hello: { other: 'Hallo' } })).toHaveLength(1);
  expect(violations(code, { Hello: 'Hello' }, { Hello: 'Hallo', Bye: 'Tschüss' })).toHaveLength(1);
});

test.each([
  ['That couldn’t be saved.', 'That could not be saved.'],
  ['You’re offline.', 'You are offline.'],
  ['You can’t answer.', 'You cannot answer.'],
])('%j and %j are one text', (one, other) => {
  const english = { [one]: one, [other]: other };
  expect(violations(`const home = () => t(isNew ? ${JSON.stringify(one)} : ${JSON.stringify(other)});`, english)).toEqual([
    `shared/languages/en.json: says "${one}" and "${other}": use one of them.`,
  ]);
});
