// Texts about a member's last visit.
import { expect, test } from 'vitest';
import { serverClock } from '#client/device/server-clock.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { lastSeenText } from './last-seen.ts';

const now = new Date(2026, 10, 21, 16, 0, 5).getTime();

test.each([
  [0, 'Here within the hour'],
  [1, 'Here 1 hour ago'],
  [23, 'Here 23 hours ago'],
  [24, 'Here yesterday'],
  [40, 'Here yesterday'],
  [41, 'Here 2 days ago'],
  [100, 'Here 4 days ago'],
])('a visit %i hours ago is shown as "%s"', (hours, text) => {
  expect(lastSeenText(now - hours * hourMs - 5_000, now)).toBe(text);
});

test('an unknown visit has no text', () => {
  expect(lastSeenText(null, now)).toBeNull();
});

test('a device whose clock is two days behind shows the same text', () => {
  serverClock.aheadMs = 48 * hourMs;
  expect(lastSeenText(now - 5 * hourMs - 5_000, now - 48 * hourMs)).toBe('Here 5 hours ago');
});
