// Names of days and times in a chat.
import { expect, test } from 'vitest';
import { clockWords, dayText, whenWords } from './time-words.ts';

const at = (text: string): number => new Date(text).getTime();
const now = at('2026-11-21T00:30');

test('lines between days name today and yesterday by the calendar, not by hours', () => {
  expect(dayText(at('2026-11-21T00:01'), now)).toBe('Today');
  expect(dayText(at('2026-11-20T23:59'), now)).toBe('Yesterday');
  expect(dayText(at('2026-11-18T12:00'), now)).toMatch(/^Wednesday,? 18 November$/);
  expect(dayText(at('2025-11-18T12:00'), now)).toMatch(/^Tuesday,? 18 November 2025$/);
});

test('the list gets coarser with time', () => {
  expect(whenWords(at('2026-11-21T00:10'), now)).toBe(clockWords(at('2026-11-21T00:10')));
  expect(whenWords(at('2026-11-20T00:10'), now)).toBe('Yesterday');
  expect(whenWords(at('2026-11-15T12:00'), now)).toBe('Sunday');
  expect(whenWords(at('2026-11-14T12:00'), now)).toBe('14 Nov');
  expect(whenWords(at('2024-11-14T12:00'), now)).toBe('14 Nov 2024');
});

test('a server whose clock is ahead shows a time, not tomorrow', () => {
  expect(whenWords(at('2026-11-22T00:10'), now)).toBe(clockWords(at('2026-11-22T00:10')));
});
