// Texts about a member's access to your private pictures.
import type { PicGrant } from '#shared/contract/grants.ts';

/** In the device's time zone: "until Friday 21 November, 16:05". */
export function untilText(tsUntil: number | null): string {
  if (tsUntil === null) return 'until you take it back';
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(tsUntil);
  return `until ${day}, ${new Date(tsUntil).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
}

export function accessText({ isGranted, tsUntil, picturesSent }: PicGrant): string {
  const shared = isGranted ? [`Shared ${untilText(tsUntil)}`] : [];
  const sent = picturesSent === 0 ? [] : [picturesSent === 1 ? '1 picture in a message' : `${picturesSent} pictures in messages`];
  return [...shared, ...sent].join(', ');
}
