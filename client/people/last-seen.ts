// The time of a member's last visit, in words no more exact than the hour that the server sends.
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Null where it is not known. Both times in milliseconds since 1970. */
export function lastSeenWords(lastSeenMs: number | null, nowMs: number): string | null {
  if (lastSeenMs === null || lastSeenMs === 0) return null;
  const hours = Math.floor((nowMs - lastSeenMs) / hourMs);
  if (hours < 1) return 'Here within the hour';
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  return `Here ${hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.floor((nowMs - lastSeenMs) / dayMs), 'day')}`;
}
