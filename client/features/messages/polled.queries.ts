// What is asked again and again while a screen shows it, so that nothing rests on the socket alone.
import { limits } from '#shared/rules/limits.ts';
import { broadcastsQuery } from '#client/offline/conversations/broadcast-queries.ts';
import { conversationsQuery } from '#client/offline/conversations/saved-queries.ts';

/** Asking beside the socket brings distances up to date, and whatever was said while it began to listen. */
const besideSocketMs = 60_000;

export const polledSector = (
  own: string,
  sector: string,
  { includeTestData, isTold }: { readonly includeTestData: boolean; readonly isTold: boolean },
) => ({
  ...broadcastsQuery(own, sector, includeTestData),
  refetchInterval: isTold ? besideSocketMs : limits.broadcastRefetchMs,
});

export const polledConversations = (own: string) => ({
  ...conversationsQuery(own),
  enabled: own !== '',
  refetchInterval: limits.mostRecentRefetchMs,
});
