// Says how long ago something was.
import { t } from '#client/device/texts.ts';
import { ago } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';
import { serverAheadMs } from '#client/device/server-time.ts';

/** `deviceMs` is the time by this device's clock. Less than two minutes are "just now", because the server rounds to a minute. */
export function agoText(thenMs: number, deviceMs: number): string {
  const nowMs = deviceMs + serverAheadMs();
  return nowMs - thenMs < 120_000 ? t('just now') : ago(thenMs, nowMs, locale());
}
