// Days and displayed reach of the community games, at their boundaries.
import { expect, test } from 'vitest';
import { dayOf, displayedReach, healthNoticeText } from './community.ts';
import { dayMs } from './durations.ts';

test('a time is rounded down to midnight, and midnight is unchanged', () => {
  const midnight = Date.UTC(2026, 10, 21);
  expect([dayOf(midnight), dayOf(midnight + dayMs - 1), dayOf(midnight + dayMs)]).toEqual([midnight, midnight, midnight + dayMs]);
});

test('the reach of glitter is displayed in steps, from three players', () => {
  expect([0, 1, 2, 3, 4, 5, 9, 10, 49, 50, 12_345].map(displayedReach)).toEqual([0, 0, 0, 3, 3, 5, 5, 10, 20, 50, 500]);
});

test('a health notice mentions the exposure and testing, and no name', () => {
  expect(healthNoticeText).toMatch(/^Somebody you wrote with .* you may have been exposed\..* tested\.$/);
});
