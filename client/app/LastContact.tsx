// The header's text while offline, with the time of the last contact.
import { isToday, timeText } from '#client/ui/time-text.ts';

export function LastContact({ ms }: { readonly ms: number | null }) {
  return ms === null ? 'You are offline.' : `Offline. Last contact ${isToday(ms) ? 'at' : 'on'} ${timeText(ms)}.`;
}
