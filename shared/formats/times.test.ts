// Times and days in several languages, at the borders of relative times and around changes of the clocks.
import { afterEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#shared/rules/durations.ts';
import { serverLocale } from './locale.ts';
import { clockTime, dayAndTime, daysBetween } from './clock-times.ts';
import {
  ago,
  dateAndTime,
  dateText,
  longDay,
  nameOfWeekday,
  relativeDay,
  shortDay,
  utcDateAndTime,
  utcDateAndTimeWithSeconds,
  utcDay,
  weekdayDayAndTime,
} from './times.ts';

const ownZone = process.env['TZ'];
const inZone = (zone: string): void => void (process.env['TZ'] = zone);
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

const at = (text: string): number => new Date(text).getTime();
/** Languages differ in their kinds of spaces, and versions of Unicode's data in commas after weekdays. */
const plain = (text: string): string => text.replace(/\s/gu, ' ').replace(/^(\p{L}+),/u, '$1');

describe('times and dates', () => {
  test.each([
    ['en-US', '6:33 AM', '6:05 PM', 'Nov 20', 'Friday November 20', 'Nov 20, 2026'],
    ['en-GB', '06:33', '18:05', '20 Nov', 'Friday 20 November', '20 Nov 2026'],
    ['en-DE', '06:33', '18:05', '20 Nov', 'Friday 20 November', '20 Nov 2026'],
    ['de', '06:33', '18:05', '20. Nov.', 'Freitag 20. November', '20. Nov. 2026'],
    ['fr', '06:33', '18:05', '20 nov.', 'vendredi 20 novembre', '20 nov. 2026'],
    ['ar', '6:33 ص', '6:05 م', '20 نوفمبر', 'الجمعة، 20 نوفمبر', '20 نوفمبر 2026'],
  ])('in %s', (locale, morning, evening, short, long, date) => {
    const [first, second] = [at('2026-11-20T06:33'), at('2026-11-20T18:05')];
    expect([clockTime(first, locale), clockTime(second, locale)].map(plain)).toEqual([morning, evening]);
    expect(plain(shortDay(first, second, locale))).toBe(short);
    expect(plain(longDay(first, second, locale))).toBe(long);
    expect(plain(dateText(first, locale))).toBe(date);
  });

  test('a day has a year if it is not the current one', () => {
    const now = at('2026-01-01T00:00');
    expect([shortDay(now - 1, now, 'en-GB'), longDay(now - 1, now, 'en-GB')].map(plain)).toEqual([
      '31 Dec 2025',
      'Wednesday 31 December 2025',
    ]);
    expect([shortDay(now, now, 'en-GB'), longDay(now, now, 'en-GB')].map(plain)).toEqual(['1 Jan', 'Thursday 1 January']);
  });

  test('a day together with a time', () => {
    const ms = at('2026-11-21T16:05');
    expect([dayAndTime(ms, 'en-GB'), weekdayDayAndTime(ms, 'en-US'), dateAndTime(ms, 'en-GB')].map(plain)).toEqual([
      '21 November at 16:05',
      'Saturday November 21 at 4:05 PM',
      '21 Nov 2026, 16:05',
    ]);
  });

  test('days and times in UTC are the same in every time zone', () => {
    const midnight = Date.UTC(2026, 10, 21);
    for (const zone of ['Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati']) {
      inZone(zone);
      expect([utcDay(midnight, 'en-GB'), utcDay(midnight, 'en-US')]).toEqual(['21 November', 'November 21']);
      expect(plain(utcDateAndTime(midnight + 90 * minuteMs, 'en'))).toBe('Nov 21, 2026, 1:30 AM UTC');
      expect(utcDateAndTimeWithSeconds(midnight + 5_000, serverLocale)).toBe('21 Nov 2026, 00:00:05 UTC');
    }
  });

  test('names of weekdays', () => {
    expect([0, 6].map((day) => nameOfWeekday(day, 'long', 'en'))).toEqual(['Sunday', 'Saturday']);
    expect([nameOfWeekday(1, 'short', 'en'), nameOfWeekday(1, 'short', 'de')]).toEqual(['Mon', 'Mo']);
  });
});

describe('changes of the clocks', () => {
  test('times follow them, even if the device changes its time zone', () => {
    inZone('Europe/Berlin');
    const beforeMs = Date.UTC(2026, 9, 25, 0, 30);
    expect([clockTime(beforeMs, 'de'), clockTime(beforeMs + hourMs, 'de'), clockTime(beforeMs + 2 * hourMs, 'de')]).toEqual([
      '02:30',
      '02:30',
      '03:30',
    ]);
    inZone('America/New_York');
    expect(clockTime(beforeMs, 'de')).toBe('20:30');
    const springMs = Date.UTC(2026, 2, 8, 6, 59);
    expect([clockTime(springMs, 'en-GB'), clockTime(springMs + minuteMs, 'en-GB')]).toEqual(['01:59', '03:00']);
  });

  test('days are counted by the calendar, with 23, 24 or 25 hours', () => {
    inZone('Europe/Berlin');
    expect(daysBetween(at('2026-03-28T23:59'), at('2026-03-29T00:00'))).toBe(1);
    expect(daysBetween(at('2026-03-29T00:00'), at('2026-03-29T23:59'))).toBe(0);
    expect(daysBetween(at('2026-03-29T00:00'), at('2026-03-30T00:00'))).toBe(1);
    expect(daysBetween(at('2026-10-25T00:00'), at('2026-10-25T23:59'))).toBe(0);
    expect(daysBetween(at('2026-10-24T23:59'), at('2026-10-26T00:00'))).toBe(2);
    expect(daysBetween(at('2026-10-26T00:00'), at('2026-10-25T23:59'))).toBe(-1);
  });

  test('24 hours ago is yesterday, even within a day of 25 hours', () => {
    inZone('Europe/Berlin');
    const startMs = at('2026-10-25T00:10');
    expect(ago(startMs, startMs + dayMs, 'en')).toBe('yesterday');
    expect(daysBetween(startMs, startMs + dayMs)).toBe(0);
  });
});

describe('relative times', () => {
  const now = at('2026-11-21T12:00');

  test.each([
    [2 * minuteMs, '2 minutes ago'],
    [hourMs - 1, '59 minutes ago'],
    [hourMs, '1 hour ago'],
    [dayMs - 1, '23 hours ago'],
    [dayMs, 'yesterday'],
    [36 * hourMs, 'yesterday'],
    [36 * hourMs + 1, '2 days ago'],
    [47 * hourMs, '2 days ago'],
    [40 * dayMs, '40 days ago'],
  ])('%d ms ago', (passedMs, text) => {
    expect(ago(now - passedMs, now, 'en')).toBe(text);
  });

  test('in other languages', () => {
    const shown = (locale: string) => [5 * minuteMs, 3 * hourMs, dayMs, 2 * dayMs].map((ms) => plain(ago(now - ms, now, locale)));
    expect(shown('de')).toEqual(['vor 5 Minuten', 'vor 3 Stunden', 'gestern', 'vorgestern']);
    expect(shown('fr')).toEqual(['il y a 5 minutes', 'il y a 3 heures', 'hier', 'avant-hier']);
    expect(shown('ar')).toEqual(['قبل 5 دقائق', 'قبل 3 ساعات', 'أمس', 'أول أمس']);
  });

  test('days as headings', () => {
    expect([relativeDay(0, 'en-US'), relativeDay(1, 'en-GB'), relativeDay(1, 'de'), relativeDay(0, 'fr')]).toEqual([
      'Today',
      'Yesterday',
      'Gestern',
      'Aujourd’hui',
    ]);
  });
});
