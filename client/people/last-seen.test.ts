// Texts about a member's last visit.
import { expect, test } from 'vitest';
import { lastSeenText } from './last-seen.ts';

const hourMs = 3_600_000;
const now = 1_000 * hourMs + 5_000;

test.each([
  [1_000, 'Here within the hour'],
  [999, 'Here 1 hour ago'],
  [977, 'Here 23 hours ago'],
  [976, 'Here yesterday'],
  [900, 'Here 4 days ago'],
])('a visit in hour %i is shown as "%s"', (hour, text) => {
  expect(lastSeenText(hour * hourMs, now)).toBe(text);
});

test('an unknown visit has no text', () => {
  expect(lastSeenText(null, now)).toBeNull();
});
