// Times of messages as text: days as people name them, times in the device's format.

/** For a day line: "Today", "Yesterday", "Friday 20 November", with the year if it is another one. */
export function dayText(ms: number, nowMs = Date.now()): string {
  const days = daysBetween(ms, nowMs);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(ms);
}

/** For a list: a time today, "Yesterday", a weekday within the week, else a date. */
export function whenWords(ms: number, nowMs = Date.now()): string {
  const days = daysBetween(ms, nowMs);
  if (days <= 0) return clockWords(ms);
  if (days === 1) return 'Yesterday';
  if (days < 7) return new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(ms);
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(ms);
}

export const clockWords = (ms: number): string => new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** Calendar days in this device's zone, independent of daylight saving. */
function daysBetween(ms: number, nowMs: number): number {
  const dayStart = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((dayStart(nowMs) - dayStart(ms)) / 86_400_000);
}
