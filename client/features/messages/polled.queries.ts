// Queries that refetch at an interval while shown, so they do not depend on the socket alone.
import { limits } from '#shared/rules/limits.ts';
import { broadcastsQuery } from '#client/offline/conversations/broadcast-queries.ts';
import { conversationsQuery } from '#client/offline/conversations/conversation-queries.ts';

/** Updates distances and finds messages sent before the socket's subscription. */
const withSocketMs = 60_000;

export const polledSector = (
  own: string,
  sector: string,
  { includeTestData, hasLiveEvents }: { readonly includeTestData: boolean; readonly hasLiveEvents: boolean },
) => ({
  ...broadcastsQuery(own, sector, includeTestData),
  refetchInterval: hasLiveEvents ? withSocketMs : limits.broadcastRefetchMs,
});

export const polledConversations = (own: string) => ({
  ...conversationsQuery(own),
  enabled: own !== '',
  refetchInterval: limits.mostRecentRefetchMs,
});
