// Numbers, sizes and durations in several languages.
import { expect, test } from 'vitest';
import { minuteMs } from '#shared/rules/durations.ts';
import { byteSize, compactNumber, degreesText, duration, magnification, numberText, percent } from './numbers.ts';

const plain = (text: string): string => text.replace(/\s/gu, ' ');

test('numbers have the separators of the locale and at most one decimal', () => {
  expect(['en-US', 'en-GB', 'en-DE', 'de', 'fr', 'ar'].map((locale) => plain(numberText(1_234.56, locale)))).toEqual([
    '1,234.6',
    '1,234.6',
    '1.234,6',
    '1.234,6',
    '1 234,6',
    '1,234.6',
  ]);
});

test('a magnification always has one decimal', () => {
  expect([magnification(1, 'en-US'), magnification(2.46, 'en-GB'), magnification(2, 'de')]).toEqual(['1.0×', '2.5×', '2,0×']);
});

test('counts on the map are short', () => {
  expect([0.4, 1, 999, 999.4, 999.6, 1_234, 9_949, 34_000].map((count) => compactNumber(count, 'en-US'))).toEqual([
    '0',
    '1',
    '999',
    '999',
    '1K',
    '1.2K',
    '9.9K',
    '34K',
  ]);
});

test('sizes are in decimal units', () => {
  expect([0, 1, 15_001, 999_999, 1_500_000, 52_340_000_000].map((bytes) => byteSize(bytes, 'en'))).toEqual([
    '0 kB',
    '1 kB',
    '16 kB',
    '1,000 kB',
    '1.5 MB',
    '52.3 GB',
  ]);
  expect([plain(byteSize(1_500_000, 'de')), plain(byteSize(1_500_000, 'fr'))]).toEqual(['1,5 MB', '1,5 Mo']);
});

test('durations are in minutes below two hours, except for a whole hour', () => {
  const minutes = [1, 5, 30, 59, 60, 61, 119, 120, 150, 72 * 60].map((count) => duration(count * minuteMs, 'en'));
  expect(minutes).toEqual([
    '1 minute',
    '5 minutes',
    '30 minutes',
    '59 minutes',
    '1 hour',
    '61 minutes',
    '119 minutes',
    '2 hours',
    '3 hours',
    '72 hours',
  ]);
  expect([duration(1_800_000, 'de'), duration(7_200_000, 'fr')].map(plain)).toEqual(['30 Minuten', '2 heures']);
});

test('percentages and angles', () => {
  expect([percent(0.5, 'en-US'), plain(percent(0.5, 'de'))]).toEqual(['50%', '50 %']);
  expect([degreesText(12.5, 'en-US'), degreesText(-3, 'en-US'), degreesText(12.5, 'de')]).toEqual(['12.5°', '-3°', '12,5°']);
});
