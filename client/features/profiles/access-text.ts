// Texts that say how long a member can see one's private pictures.
import { t, tCount } from '#client/device/texts.ts';
import type { PicGrant } from '#shared/contract/grants.ts';
import { weekdayDayAndTime } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';

export function accessText({ isGranted, tsUntil, picturesSent }: PicGrant): string {
  const shared = isGranted ? sharedText(tsUntil) : '';
  if (picturesSent === 0) return shared;
  return shared === ''
    ? tCount(picturesSent, { one: '# picture in a message', other: '# pictures in messages' })
    : tCount(picturesSent, { one: '{shared}, # picture in a message', other: '{shared}, # pictures in messages' }, { shared });
}

/** For example "Shared until Friday 21 November at 16:05", in the device's time zone. */
const sharedText = (tsUntil: number | null): string =>
  tsUntil === null
    ? t('Shared until you take it back')
    : t('Shared until {time}', { time: weekdayDayAndTime(tsUntil, locale()) });
