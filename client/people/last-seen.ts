// Says when a member was last here, to the hour, like the server's value.
import { t } from '#client/device/texts.ts';
import { ago } from '#shared/formats/times.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { locale } from '#client/device/locale.ts';
import { serverAheadMs } from '#client/device/server-time.ts';

/** Null if the last visit is not known. `deviceMs` is the time by this device's clock. */
export function lastSeenText(lastSeenMs: number | null, deviceMs: number): string | null {
  if (lastSeenMs === null || lastSeenMs === 0) return null;
  const nowMs = deviceMs + serverAheadMs();
  return nowMs - lastSeenMs < hourMs ? t('Here within the hour') : t('Here {when}', { when: ago(lastSeenMs, nowMs, locale()) });
}
