// Texts that say how long a member can see one's private pictures.
import type { PicGrant } from '#shared/contract/grants.ts';
import { timeOfDay } from '#client/ui/time-text.ts';

/** For example "until Friday 21 November, 16:05", in the device's time zone. */
export function untilText(tsUntil: number | null): string {
  if (tsUntil === null) return 'until you take it back';
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(tsUntil);
  return `until ${day}, ${timeOfDay(tsUntil)}`;
}

export function accessText({ isGranted, tsUntil, picturesSent }: PicGrant): string {
  const shared = isGranted ? [`Shared ${untilText(tsUntil)}`] : [];
  const sent = picturesSent === 0 ? [] : [picturesSent === 1 ? '1 picture in a message' : `${picturesSent} pictures in messages`];
  return [...shared, ...sent].join(', ');
}
