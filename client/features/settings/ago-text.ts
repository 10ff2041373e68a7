// Says how long ago something was.
import { t } from '#client/device/texts.ts';
import { ago } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';

/** Times are in ms since 1970. Less than two minutes are "just now", because the server rounds to a minute. */
export const agoText = (thenMs: number, nowMs: number): string =>
  nowMs - thenMs < 120_000 ? t('just now') : ago(thenMs, nowMs, locale());
