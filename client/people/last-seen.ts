// Says when a member was last here, to the hour, like the server's value.
import { t } from '#client/device/texts.ts';
import { ago } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';

const hourMs = 3_600_000;

/** Null if the last visit is not known. Both times are in ms since 1970. */
export function lastSeenText(lastSeenMs: number | null, nowMs: number): string | null {
  if (lastSeenMs === null || lastSeenMs === 0) return null;
  return nowMs - lastSeenMs < hourMs ? t('Here within the hour') : t('Here {when}', { when: ago(lastSeenMs, nowMs, locale()) });
}
