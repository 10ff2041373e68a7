// Texts about a member's access to private pictures, with its end.
import type { PicGrant } from '#shared/contract/grants.ts';

/** In the member's time zone: "until Friday 21 November, 16:05", or without an end. */
export function untilWords(tsUntil: number | null): string {
  if (tsUntil === null) return 'until you take it back';
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(tsUntil);
  return `until ${day}, ${new Date(tsUntil).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
}

export function accessWords({ isGranted, tsUntil, picturesSent }: PicGrant): string {
  const shared = isGranted ? [`Shared ${untilWords(tsUntil)}`] : [];
  const sent = picturesSent === 0 ? [] : [picturesSent === 1 ? '1 picture in a message' : `${picturesSent} pictures in messages`];
  return [...shared, ...sent].join(', ');
}
