// The time passed since a moment, as text.
const minuteMs = 60_000;
const units = [
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

/** Both times in milliseconds since 1970; the server's list is exact to a minute, so less than two is "just now". */
export function agoWords(thenMs: number, nowMs: number): string {
  const passedMs = nowMs - thenMs;
  if (passedMs < 2 * minuteMs) return 'just now';
  const [unit, unitMs] = units.find(([, ms]) => passedMs >= ms) ?? units[2];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(passedMs / unitMs), unit);
}
