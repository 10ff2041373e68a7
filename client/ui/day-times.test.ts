// Labels for days and times in chats and notifications.
import { expect, test } from 'vitest';
import { clockTime } from '#shared/formats/clock-times.ts';
import { dayLabel, listTime, shortDayLabel } from './day-times.ts';

const at = (text: string): number => new Date(text).getTime();
const now = at('2026-11-21T00:30');

test.each([
  ['en-GB', 'Today', 'Yesterday', /^Wednesday,? 18 November$/, /^Tuesday,? 18 November 2025$/],
  ['en-US', 'Today', 'Yesterday', /^Wednesday, November 18$/, /^Tuesday, November 18, 2025$/],
  ['de', 'Heute', 'Gestern', /^Mittwoch, 18. November$/, /^Dienstag, 18. November 2025$/],
])('day labels follow the calendar, not hours, in %s', (locale, today, yesterday, thisYear, lastYear) => {
  expect(dayLabel(at('2026-11-21T00:01'), now, locale)).toBe(today);
  expect(dayLabel(at('2026-11-20T23:59'), now, locale)).toBe(yesterday);
  expect(dayLabel(at('2026-11-18T12:00'), now, locale)).toMatch(thisYear);
  expect(dayLabel(at('2025-11-18T12:00'), now, locale)).toMatch(lastYear);
});

test.each([
  ['en-GB', 'Sunday', '14 Nov', '14 Nov 2024'],
  ['en-US', 'Sunday', 'Nov 14', 'Nov 14, 2024'],
])('times in a list get coarser with age, in %s', (locale, weekday, day, dayAndYear) => {
  const shown = (text: string): string => listTime(at(text), now, locale);
  expect(shown('2026-11-21T00:10')).toBe(clockTime(at('2026-11-21T00:10'), locale));
  expect(shown('2026-11-20T00:10')).toBe('Yesterday');
  expect(shown('2026-11-15T12:00')).toBe(weekday);
  expect(shown('2026-11-14T12:00')).toBe(day);
  expect(shown('2024-11-14T12:00')).toBe(dayAndYear);
});

test('a message from a server whose clock is ahead shows a time, not tomorrow', () => {
  expect(listTime(at('2026-11-22T00:10'), now, 'en-GB')).toBe('00:10');
});

test('a day in a list is Today, Yesterday, a weekday or a date', () => {
  const shown = (text: string): string => shortDayLabel(at(text), now, 'en-US');
  expect(shown('2026-11-22T00:10')).toBe('Today');
  expect(shown('2026-11-21T00:10')).toBe('Today');
  expect(shown('2026-11-20T00:10')).toBe('Yesterday');
  expect(shown('2026-11-15T12:00')).toBe('Sun');
  expect(shown('2026-11-14T12:00')).toBe('Nov 14');
});
