// The distance units derived from the browser's language.
import { expect, test } from 'vitest';
import { unitsOfLanguage } from './distance-units.ts';

test('uses miles in regions with road signs in miles, and the likely region of a language without one', () => {
  expect(['en-US', 'en-GB', 'en', 'my'].map(unitsOfLanguage)).toEqual(Array(4).fill('miles'));
  expect(['de-DE', 'de', 'en-CA', 'fr'].map(unitsOfLanguage)).toEqual(Array(4).fill('metric'));
});

test('uses miles for an invalid language', () => {
  expect(['c', '', 'C.UTF-8', 'en-US@posix'].map(unitsOfLanguage)).toEqual(Array(4).fill('miles'));
});
