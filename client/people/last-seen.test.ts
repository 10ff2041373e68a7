// The words about a last visit.
import { expect, test } from 'vitest';
import { lastSeenWords } from './last-seen.ts';

const hourMs = 3_600_000;
const now = 1_000 * hourMs + 5_000;

test.each([
  [1_000, 'Here within the hour'],
  [999, 'Here 1 hour ago'],
  [977, 'Here 23 hours ago'],
  [976, 'Here yesterday'],
  [900, 'Here 4 days ago'],
])('a visit in hour %i reads well', (hour, words) => {
  expect(lastSeenWords(hour * hourMs, now)).toBe(words);
});

test('nothing is said of a visit that nobody knows of', () => {
  expect(lastSeenWords(null, now)).toBeNull();
});
