// Distances, heights and weights in both systems of units and several languages.
import { expect, test } from 'vitest';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import { languages } from '#shared/rules/languages.ts';
import { cleanLine } from '#shared/rules/text.ts';
import { heightText, lengthText, shownDistance, shownHeight, shownWeight, weightText } from './measures.ts';

test.each([
  [0, '500 ft'],
  [200, '500 ft'],
  [300, '1,000 ft'],
  [1_500, '5,000 ft'],
  [1_609, '1 mi'],
  [1_609.344, '1 mi'],
  [4_100, '2.5 mi'],
  [16_000, '10 mi'],
  [17_000, '11 mi'],
  [2_000_000, '1,243 mi'],
])('%d metres are shown as %s in miles', (metres, text) => {
  expect(shownDistance(metres, 'miles', 'en-US')).toBe(text);
  expect(shownDistance(metres, 'miles', 'en-GB')).toBe(text);
});

test.each([
  [0, '150 m'],
  [230, '300 m'],
  [960, '900 m'],
  [990, '1 km'],
  [2_300, '2.5 km'],
  [15_900, '16 km'],
  [16_600, '17 km'],
])('%d metres are shown as %s in metric units', (metres, text) => {
  expect(shownDistance(metres, 'metric', 'en-GB')).toBe(text);
});

/** Languages differ in their kinds of spaces. */
const plain = (text: string | null): string | null => text?.replace(/\s/gu, ' ') ?? null;

test('numbers and units are written as in the language', () => {
  const distances = (locale: string) => [
    plain(shownDistance(2_300, 'metric', locale)),
    plain(shownDistance(4_100, 'miles', locale)),
    plain(shownDistance(1_500, 'miles', locale)),
  ];
  expect(distances('de')).toEqual(['2,5 km', '2,5 mi', '5.000 ft']);
  expect(distances('fr')).toEqual(['2,5 km', '2,5 mi', '5 000 pi']);
  expect(distances('en-DE')).toEqual(['2,5 km', '2,5 mi', '5.000 ft']);
  expect(distances('ar')).toEqual(['2.5 كم', '2.5 ميل', '5,000 قدم']);
});

test('a length that is not a distance to a member is not rounded', () => {
  expect([lengthText({ value: 800, unit: 'm' }, 'en-US'), lengthText({ value: 20, unit: 'ft' }, 'en-US')]).toEqual([
    '800 m',
    '20 ft',
  ]);
});

test('where lines are read from right to left, feet stay before inches', () => {
  expect(heightText(180, 'miles', 'ar-MA-u-hc-h12')).toBe(`\u20665'11"\u2069`);
  expect(heightText(180, 'metric', 'ar')).toBe('180 سم');
});

test('heights and weights are shown in the reader’s units, and unchanged if they were typed in these', () => {
  expect([shownHeight('180 cm', 'miles', 'en-US'), shownHeight('1.80 m', 'metric', 'en-US')]).toEqual([`5'11"`, '180 cm']);
  expect([shownWeight('77 kg', 'miles', 'en-US'), shownWeight('12 st 2', 'metric', 'en-US')]).toEqual(['170 lb', '77 kg']);
  for (let inches = 48; inches <= 90; inches++) {
    const text = `${Math.floor(inches / 12)}'${inches % 12}"`;
    expect(shownHeight(text, 'miles', 'en-US')).toBe(text);
  }
  for (let pounds = 120; pounds <= 400; pounds++) expect(shownWeight(`${pounds} lb`, 'miles', 'en-US')).toBe(`${pounds} lb`);
});

test('heights and weights in other languages', () => {
  const shown = (locale: string) => [plain(heightText(180.3, 'metric', locale)), plain(weightText(77.1, 'metric', locale))];
  expect(shown('de')).toEqual(['180 cm', '77 kg']);
  expect(shown('fr')).toEqual(['180 cm', '77 kg']);
  expect(shown('ar')).toEqual(['180 سم', '77 كغم']);
});

test.each([...languages, 'ar-EG'])('heights and weights as the app shows them in %s can be typed', (locale) => {
  expect(heightCmOf(heightText(180, 'metric', locale))).toBe(180);
  expect(heightCmOf(cleanLine(heightText(180, 'miles', locale)))).toBe(180.3);
  expect(weightKgOf(weightText(77, 'metric', locale))).toBe(77);
});

test('a text that is no height or weight is not shown as one', () => {
  expect(['', 'tall', '5.11'].map((text) => shownHeight(text, 'metric', 'en'))).toEqual([null, null, null]);
  expect(['', 'slim', '7 kg'].map((text) => shownWeight(text, 'miles', 'en'))).toEqual([null, null, null]);
});
