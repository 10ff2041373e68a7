// Says when a member was last here, to the hour, like the server's value.
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Null if the last visit is not known. Both times are in ms since 1970. */
export function lastSeenText(lastSeenMs: number | null, nowMs: number): string | null {
  if (lastSeenMs === null || lastSeenMs === 0) return null;
  const hours = Math.floor((nowMs - lastSeenMs) / hourMs);
  if (hours < 1) return 'Here within the hour';
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  return `Here ${hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor((nowMs - lastSeenMs) / dayMs), 'day')}`;
}
