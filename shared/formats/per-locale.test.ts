// Formatters are created once per locale.
import { expect, test } from 'vitest';
import { perLocale } from './per-locale.ts';

test('a formatter is created once per locale', () => {
  const created: string[] = [];
  const formatter = perLocale((locale) => {
    created.push(locale);
    return { locale };
  });
  expect(formatter('de')).toBe(formatter('de'));
  expect(formatter('fr').locale).toBe('fr');
  expect(created).toEqual(['de', 'fr']);
});
