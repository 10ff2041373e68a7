// Formats times of day in the device's time zone, and makes such formats.
import { dayMs, minuteMs } from '#shared/rules/durations.ts';
import { perLocale } from './per-locale.ts';

type Format = (ms: number, locale: string) => string;

/** Clocks of 24 hours show "06:33", and those of 12 hours "6:33 AM". */
const hourDigits = (locale: string): '2-digit' | 'numeric' =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true ? 'numeric' : '2-digit';

/* @__NO_SIDE_EFFECTS__ */
export function inUtc(options: Intl.DateTimeFormatOptions): Format {
  const formatter = perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options, ...(options.hour && { hour: hourDigits(locale) }) }),
  );
  return (ms, locale) => formatter(locale).format(ms);
}

/** Shifts times instead of using the device's zone, since a formatter keeps the zone that it was created in. */
/* @__NO_SIDE_EFFECTS__ */
export function onDevice(options: Intl.DateTimeFormatOptions): Format {
  const format = inUtc(options);
  return (ms, locale) => format(wallClock(ms), locale);
}

/** The time at which clocks in UTC show what the device's clock shows at `ms`. */
const wallClock = (ms: number): number => ms - new Date(ms).getTimezoneOffset() * minuteMs;

export const hourAndMinute = { hour: 'numeric', minute: '2-digit' } as const;
export const dayAndMonth = { day: 'numeric', month: 'long' } as const;

/** For example "6:33 AM" or "06:33". */
export const clockTime = onDevice(hourAndMinute);
/** For example "20 November at 14:05". */
export const dayAndTime = onDevice({ ...dayAndMonth, ...hourAndMinute });

/** Calendar days between two times in the device's time zone, whatever the clocks did in between. */
export const daysBetween = (thenMs: number, nowMs: number): number =>
  Math.floor(wallClock(nowMs) / dayMs) - Math.floor(wallClock(thenMs) / dayMs);
