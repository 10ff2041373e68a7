// Days and displayed numbers of the community's games, at their limits.
import { expect, test } from 'vitest';
import { dayMs, dayOf, dayWords, healthNoticeText, shownReach } from './community.ts';

test('a time is rounded down to midnight, and midnight stays as it is', () => {
  const midnight = Date.UTC(2026, 10, 21);
  expect([dayOf(midnight), dayOf(midnight + dayMs - 1), dayOf(midnight + dayMs)]).toEqual([midnight, midnight, midnight + dayMs]);
});

test('the name of a day is the same in every time zone', () => {
  expect([dayWords(Date.UTC(2026, 10, 21)), dayWords(Date.UTC(2027, 0, 1))]).toEqual(['21 November', '1 January']);
});

test('the reach of glitter is shown from three players on, in steps', () => {
  expect([0, 1, 2, 3, 4, 5, 9, 10, 49, 50, 12_345].map(shownReach)).toEqual([0, 0, 0, 3, 3, 5, 5, 10, 20, 50, 500]);
});

test('a health notice tells of the exposure and of testing, and names nobody', () => {
  expect(healthNoticeText).toMatch(/^Somebody you wrote with .* you may have been exposed\..* tested\.$/);
});
