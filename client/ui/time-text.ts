// Formats times of day as is usual on this device, with the date if it is not today.
import { clockTime, dayAndTime, daysBetween } from '#shared/formats/clock-times.ts';
import { locale } from '#client/device/locale.ts';

export const isToday = (ms: number): boolean => daysBetween(ms, Date.now()) === 0;

/** For example "6:33 AM" or "06:33". */
export const timeOfDay = (ms: number): string => clockTime(ms, locale());

/** The time. The date comes before it unless it is today. */
export const timeText = (ms: number): string => (isToday(ms) ? timeOfDay(ms) : dayAndTime(ms, locale()));
