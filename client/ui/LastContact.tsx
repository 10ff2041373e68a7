// The text while offline, with the time of the last contact.
import { t } from '#client/device/texts.ts';
import { isToday, timeText } from './time-text.ts';

export function LastContact({ ms }: { readonly ms: number | null }) {
  if (ms === null) return t('You are offline.');
  const time = timeText(ms);
  return isToday(ms) ? t('Offline. Last contact at {time}.', { time }) : t('Offline. Last contact on {time}.', { time });
}
