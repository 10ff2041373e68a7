// The header's text while offline, with the time of the last contact, and for screen readers the word that the connection is back.
import { t } from '#client/device/texts.ts';
import { isToday, timeText } from '#client/ui/time-text.ts';

export function LastContact({ isLost, ms }: { readonly isLost: boolean; readonly ms: number | null }) {
  if (!isLost) return <span className="visually-hidden">{t('You are online again.')}</span>;
  if (ms === null) return t('You are offline.');
  const time = timeText(ms);
  return isToday(ms) ? t('Offline. Last contact at {time}.', { time }) : t('Offline. Last contact on {time}.', { time });
}
