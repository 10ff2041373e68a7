// Says how long ago something was.
const minuteMs = 60_000;
const units = [
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

/** Times are in ms since 1970. Less than two minutes are "just now", because the server rounds to a minute. */
export function agoText(thenMs: number, nowMs: number): string {
  const passedMs = nowMs - thenMs;
  if (passedMs < 2 * minuteMs) return 'just now';
  const [unit, unitMs] = units.find(([, ms]) => passedMs >= ms) ?? units[2];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(passedMs / unitMs), unit);
}
