// A member's quiet hours in their local time.
import { localTime } from '#shared/formats/zones.ts';
import type { Preferences } from '#shared/contract/settings.ts';
import { dayMs, minuteMs } from '#shared/rules/durations.ts';

type QuietHours = NonNullable<Preferences['quietHours']>;

/**
 * A span whose end is not after its start ends on the next day. When clocks go back, the repeated hour counts both times; when they
 * go forward, the skipped hour does not count.
 */
export function isQuiet(quietHours: QuietHours | null, atMs: number): boolean {
  if (quietHours === null) return false;
  const { day, minute } = localTime(quietHours.zone, atMs);
  return quietHours.spans.some(({ day: startDay, fromMinute, untilMinute }) => {
    if (untilMinute > fromMinute) return day === startDay && minute >= fromMinute && minute < untilMinute;
    const isDayAfter = day === (startDay + 1) % 7;
    return (day === startDay && minute >= fromMinute) || (isDayAfter && minute < untilMinute);
  });
}

const stepMs = 15 * minuteMs;

/**
 * The minute at which the current quiet hours end. Null if they last more than a day. Breaks of less than 15 minutes may be skipped.
 */
export function quietEndMs(quietHours: QuietHours, atMs: number): number | null {
  for (let laterMs = atMs; laterMs <= atMs + dayMs; laterMs += stepMs) {
    if (isQuiet(quietHours, laterMs)) continue;
    let endMs = laterMs - (laterMs % minuteMs);
    while (endMs > atMs && !isQuiet(quietHours, endMs - minuteMs)) endMs -= minuteMs;
    return endMs;
  }
  return null;
}
