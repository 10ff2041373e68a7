// The current day changes at midnight, when a hidden page is shown again, and when the device's clock is set back.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { dayMs, minuteMs } from '#shared/rules/durations.ts';
import { currentDay } from './current-day.ts';

const today = new Date(2026, 4, 1).getTime();
let page: FakePage;
let stop: () => void;
let seen: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 4, 1, 23, 58) });
  page = openFakePage();
  seen = [];
  expect(currentDay.get()).toBe(today);
  stop = currentDay.subscribe(() => seen.push(currentDay.get() - today));
});
afterEach(() => {
  stop();
  page.close();
  vi.useRealTimers();
});

test('within a minute after midnight it is the next day', () => {
  vi.advanceTimersByTime(minuteMs);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(2 * minuteMs);
  expect(seen).toEqual([dayMs]);
});

test('a page that is shown again knows the day at once, even if the clock was set back', () => {
  vi.setSystemTime(today + 2 * dayMs + minuteMs);
  page.setVisibility('visible');
  vi.setSystemTime(today + minuteMs);
  page.setVisibility('visible');
  expect(seen).toEqual([2 * dayMs, 0]);
});

test('without a follower nothing runs, and the day is still current', () => {
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(today + dayMs + minuteMs);
  expect(currentDay.get()).toBe(today + dayMs);
  stop = () => undefined;
});
