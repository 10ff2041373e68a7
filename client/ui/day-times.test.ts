// Labels for days and times in chats and notifications.
import { expect, test } from 'vitest';
import { dayLabel, listTime } from './day-times.ts';
import { timeOfDay } from './time-text.ts';

const at = (text: string): number => new Date(text).getTime();
const now = at('2026-11-21T00:30');

test('day labels follow the calendar, not hours', () => {
  expect(dayLabel(at('2026-11-21T00:01'), now)).toBe('Today');
  expect(dayLabel(at('2026-11-20T23:59'), now)).toBe('Yesterday');
  expect(dayLabel(at('2026-11-18T12:00'), now)).toMatch(/^Wednesday,? 18 November$/);
  expect(dayLabel(at('2025-11-18T12:00'), now)).toMatch(/^Tuesday,? 18 November 2025$/);
});

test('times in a list get coarser with age', () => {
  expect(listTime(at('2026-11-21T00:10'), now)).toBe(timeOfDay(at('2026-11-21T00:10')));
  expect(listTime(at('2026-11-20T00:10'), now)).toBe('Yesterday');
  expect(listTime(at('2026-11-15T12:00'), now)).toBe('Sunday');
  expect(listTime(at('2026-11-14T12:00'), now)).toBe('14 Nov');
  expect(listTime(at('2024-11-14T12:00'), now)).toBe('14 Nov 2024');
});

test('a message from a server whose clock is ahead shows a time, not tomorrow', () => {
  expect(listTime(at('2026-11-22T00:10'), now)).toBe(timeOfDay(at('2026-11-22T00:10')));
});

test('a time of day is written as in the language of the device', () => {
  expect(timeOfDay(at('2026-11-21T06:33'), 'en-US')).toMatch(/^6:33\sAM$/);
  expect(timeOfDay(at('2026-11-21T06:33'), 'en-GB')).toBe('06:33');
  expect(timeOfDay(at('2026-11-21T18:33'), 'de')).toBe('18:33');
});
