// The distance units that a browser's language stands for.
import { expect, test } from 'vitest';
import { usualUnits } from './distance-units.ts';

test('miles are shown where roads are signed in miles, and a language without a region has its usual one', () => {
  expect(['en-US', 'en-GB', 'en', 'my'].map(usualUnits)).toEqual(Array(4).fill('miles'));
  expect(['de-DE', 'de', 'en-CA', 'fr'].map(usualUnits)).toEqual(Array(4).fill('metric'));
});

test('a language that is none breaks no screen', () => {
  expect(['c', '', 'C.UTF-8', 'en-US@posix'].map(usualUnits)).toEqual(Array(4).fill('miles'));
});
