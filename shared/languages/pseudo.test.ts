// The pseudo language changes every text and keeps its placeholders and tags.
import { expect, test } from 'vitest';
import { translated, translatedCount } from '#shared/formats/texts.ts';
import { pseudo } from './pseudo.ts';

test('a text is accented and longer, and its placeholders and tags stay', () => {
  expect(translated(pseudo, 'See <a>you</a>, {name}', { name: 'Ana' })).toBe('[Šéé <a>ýóú</a>, Ana········]');
});

test('a count has its number', () => {
  expect(translatedCount(pseudo, 'en', 1_234, { one: '# person', other: '# people' })).toBe('[1,234 péóplé···]');
});
