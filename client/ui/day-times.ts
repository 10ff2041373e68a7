// Formats days and times for chats and notifications.
import { clockTime, daysBetween } from '#shared/formats/clock-times.ts';
import { longDay, relativeDay, shortDay, shortWeekdayName, weekdayName } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';

/** For example "Today", "Yesterday" or "Friday 20 November", with the year if it is not the current one. */
export function dayLabel(ms: number, nowMs = Date.now(), inLocale = locale()): string {
  const days = daysBetween(ms, nowMs);
  return days === 0 || days === 1 ? relativeDay(days, inLocale) : longDay(ms, nowMs, inLocale);
}

/** As short as it has to be on a tile: "Today", "Yesterday", "Fri" within the last week, or "20 Nov". */
export function shortDayLabel(ms: number, nowMs = Date.now(), inLocale = locale()): string {
  const days = Math.max(0, daysBetween(ms, nowMs));
  if (days <= 1) return relativeDay(days, inLocale);
  return days < 7 ? shortWeekdayName(ms, inLocale) : shortDay(ms, nowMs, inLocale);
}

/** The time if it is today, else "Yesterday", a weekday within the last week, or a date. */
export function listTime(ms: number, nowMs = Date.now(), inLocale = locale()): string {
  const days = daysBetween(ms, nowMs);
  if (days <= 0) return clockTime(ms, inLocale);
  if (days === 1) return relativeDay(days, inLocale);
  return days < 7 ? weekdayName(ms, inLocale) : shortDay(ms, nowMs, inLocale);
}
