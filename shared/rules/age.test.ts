// Ages on and around birthdays, and invalid birthdates.
import { expect, test } from 'vitest';
import { ageOn, isAdult, shownAge } from './age.ts';

const today = Date.UTC(2026, 10, 21, 23, 59);

test.each([
  ['2000-11-20', 26],
  ['2000-11-21', 26],
  ['2000-11-22', 25],
  ['2000-10-30', 26],
  ['2000-12-01', 25],
  ['2026-11-21', 0],
  ['2004-02-29', 22],
  ['1900-01-01', 126],
])('a member born on %s is %d years old on 21 November 2026', (birthdate, age) => expect(ageOn(birthdate, today)).toBe(age));

test.each([
  '',
  'yesterday',
  '2000-2-3',
  '2000-02-30',
  '2001-02-29',
  '2000-13-01',
  '2000-00-10',
  '2026-11-22',
  '1899-12-31',
  '0099-01-01',
])('%j is not a valid birthdate', (birthdate) => {
  expect(ageOn(birthdate, today)).toBeNull();
  expect(isAdult(birthdate, today)).toBe(false);
});

test('a member is an adult from their eighteenth birthday', () => {
  expect(['2008-11-20', '2008-11-21', '2008-11-22'].map((birthdate) => isAdult(birthdate, today))).toEqual([true, true, false]);
});

test('a birthdate can be today but not tomorrow', () => {
  const midnight = Date.UTC(2026, 10, 21);
  expect([ageOn('2026-11-21', midnight), ageOn('2026-11-22', midnight)]).toEqual([0, null]);
});

test('the age is shown as 21 until the birthdate is set', () => {
  expect([null, undefined, '2000-02-30', '1990-11-21', '1990-11-22'].map((birthdate) => shownAge(birthdate, today))).toEqual([
    21, 21, 21, 36, 35,
  ]);
});
