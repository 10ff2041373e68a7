// The locale and the units derived from a device's language.
import { expect, test } from 'vitest';
import { localeOf, unitsOf } from './locale.ts';

test('a device in the language of the words decides the whole locale', () => {
  expect(['en-US', 'en-GB', 'en', 'en-AU'].map((device) => localeOf('en', device))).toEqual(['en-US', 'en-GB', 'en', 'en-AU']);
  expect(localeOf('de', 'de-AT')).toBe('de-AT');
  expect(localeOf('pt-BR', 'pt-PT')).toBe('pt-PT');
});

test('a device in another language decides the forms of its region, but not the words', () => {
  const at = Date.UTC(2026, 10, 20, 14, 5);
  const shown = (device: string) =>
    new Intl.DateTimeFormat(localeOf('en', device), {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }).format(at);
  expect(shown('de-DE')).toBe('20 Nov, 14:05');
  expect(shown('de')).toBe('20 Nov, 14:05');
  expect(shown('pl')).toBe('20 Nov, 14:05');
  expect(shown('ar-EG')).toMatch(/^20 Nov, 2:05\spm$/);
  expect(new Intl.DateTimeFormat(localeOf('ar', 'en-US')).resolvedOptions().locale).toMatch(/^ar/);
});

test('an invalid language of the device leaves the language of the words', () => {
  expect(['c', '', 'C.UTF-8', 'en-US@posix'].map((device) => localeOf('en', device))).toEqual(Array(4).fill('en'));
});

test('miles are used in regions with road signs in miles, and the likely region counts for a language without one', () => {
  expect(['en-US', 'en-GB', 'en', 'my', 'en-LR'].map(unitsOf)).toEqual(Array(5).fill('miles'));
  expect(['de-DE', 'de', 'en-CA', 'fr', 'ar'].map(unitsOf)).toEqual(Array(5).fill('metric'));
  expect(['c', '', 'C.UTF-8', 'en-US@posix'].map(unitsOf)).toEqual(Array(4).fill('miles'));
});
