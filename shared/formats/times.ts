// Formats days, dates and times in the device's time zone or in UTC, and relative times.
import { minuteMs } from '#shared/rules/durations.ts';
import { dayAndMonth, daysBetween, hourAndMinute, inUtc, onDevice } from './clock-times.ts';
import { perLocale } from './per-locale.ts';

const short = { day: 'numeric', month: 'short' } as const;

/** For example "6:33:05 AM" or "06:33:05". */
export const clockTimeWithSeconds = onDevice({ ...hourAndMinute, second: '2-digit' });
/** For example "Friday". */
export const weekdayName = onDevice({ weekday: 'long' });
/** For example "Fri". */
export const shortWeekdayName = onDevice({ weekday: 'short' });
/** For example "Friday 14:05". */
export const weekdayAndTime = onDevice({ weekday: 'long', ...hourAndMinute });
/** For example "20 Nov 2026". */
export const dateText = onDevice({ ...short, year: 'numeric' });
/** For example "Friday 20 November at 14:05". */
export const weekdayDayAndTime = onDevice({ weekday: 'long', ...dayAndMonth, ...hourAndMinute });
/** For example "Fri, 20 Nov, 14:05". */
export const shortDayAndTime = onDevice({ weekday: 'short', ...short, ...hourAndMinute });
/** For example "20 Nov 2026, 14:05". */
export const dateAndTime = onDevice({ ...short, year: 'numeric', ...hourAndMinute });

const shortDayThisYear = onDevice(short);
const longDayThisYear = onDevice({ weekday: 'long', ...dayAndMonth });
const longDayWithYear = onDevice({ weekday: 'long', ...dayAndMonth, year: 'numeric' });

/** For example "20 Nov", with the year if it is not the current one. */
export const shortDay = (ms: number, nowMs: number, locale: string): string =>
  (isSameYear(ms, nowMs) ? shortDayThisYear : dateText)(ms, locale);

/** For example "Friday 20 November", with the year if it is not the current one. */
export const longDay = (ms: number, nowMs: number, locale: string): string =>
  (isSameYear(ms, nowMs) ? longDayThisYear : longDayWithYear)(ms, locale);

/** The UTC day that contains a time, for example "20 November". Used for days that must not disclose a time. */
export const utcDay = inUtc(dayAndMonth);
/** For example "20 Nov". */
export const utcShortDay = inUtc(short);
/** For example "20 Nov 2026, 14:05 UTC". */
export const utcDateAndTime = inUtc({ ...short, year: 'numeric', ...hourAndMinute, timeZoneName: 'short' });
/** For example "20 Nov 2026, 14:05:33 UTC". */
export const utcDateAndTimeWithSeconds = inUtc({
  ...short,
  year: 'numeric',
  ...hourAndMinute,
  second: '2-digit',
  timeZoneName: 'short',
});

const weekdays = { short: inUtc({ weekday: 'short' }), long: inUtc({ weekday: 'long' }) };
/** For example "Sun" or "Sunday" for 0. 4 January 1970 was a Sunday. */
export const nameOfWeekday = (day: number, style: 'short' | 'long', locale: string): string =>
  weekdays[style](Date.UTC(1970, 0, 4 + day), locale);

const isSameYear = (ms: number, nowMs: number): boolean => new Date(ms).getFullYear() === new Date(nowMs).getFullYear();

const relative = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** For example "Today" or "Yesterday". */
export const relativeDay = (daysAgo: number, locale: string): string =>
  capitalized(relative(locale).format(-daysAgo, 'day'), locale);

const capitalized = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** For example "5 minutes ago", "23 hours ago", "yesterday" or "4 days ago". After 24 hours, calendar days count. */
export function ago(thenMs: number, nowMs: number, locale: string): string {
  const minutes = Math.floor((nowMs - thenMs) / minuteMs);
  const format = relative(locale);
  if (minutes < 60) return format.format(-minutes, 'minute');
  if (minutes < 24 * 60) return format.format(-Math.floor(minutes / 60), 'hour');
  return format.format(-Math.max(1, daysBetween(thenMs, nowMs)), 'day');
}
