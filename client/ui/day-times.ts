// Formats days and times for chats and notifications.
import { timeOfDay } from './time-text.ts';

/** For example "Today", "Yesterday" or "Friday 20 November", with the year if it is not the current one. */
export function dayLabel(ms: number, nowMs = Date.now()): string {
  const days = daysBetween(ms, nowMs);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : formatDate(ms, nowMs, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** The time if it is today, else "Yesterday", a weekday within the last week, or a date. */
export function listTime(ms: number, nowMs = Date.now()): string {
  const days = daysBetween(ms, nowMs);
  if (days <= 0) return timeOfDay(ms);
  if (days === 1) return 'Yesterday';
  if (days < 7) return new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(ms);
  return formatDate(ms, nowMs, { day: 'numeric', month: 'short' });
}

/** Adds the year if it is not the current one. */
function formatDate(ms: number, nowMs: number, options: Intl.DateTimeFormatOptions): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat('en-GB', isThisYear ? options : { ...options, year: 'numeric' }).format(ms);
}

/** The number of calendar days in the device's time zone. Daylight saving does not matter. */
function daysBetween(ms: number, nowMs: number): number {
  const dayStart = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((dayStart(nowMs) - dayStart(ms)) / 86_400_000);
}
