// Texts that say how long a member can see one's private pictures.
import type { PicGrant } from '#shared/contract/grants.ts';
import { weekdayDayAndTime } from '#shared/formats/times.ts';
import { counted } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';

/** For example "until Friday 21 November at 16:05", in the device's time zone. */
export function untilText(tsUntil: number | null): string {
  if (tsUntil === null) return 'until you take it back';
  return `until ${weekdayDayAndTime(tsUntil, locale())}`;
}

export function accessText({ isGranted, tsUntil, picturesSent }: PicGrant): string {
  const shared = isGranted ? [`Shared ${untilText(tsUntil)}`] : [];
  const sent =
    picturesSent === 0
      ? []
      : [counted(picturesSent, { one: '# picture in a message', other: '# pictures in messages' }, locale())];
  return [...shared, ...sent].join(', ');
}
