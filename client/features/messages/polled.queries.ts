// Queries that refetch at an interval while shown, so that nothing depends on the socket alone.
import { limits } from '#shared/rules/limits.ts';
import { broadcastsQuery } from '#client/offline/conversations/broadcast-queries.ts';
import { conversationsQuery } from '#client/offline/conversations/conversation-queries.ts';

/** Refetching beside the socket updates distances, and brings messages sent before the subscription began. */
const besideSocketMs = 60_000;

export const polledSector = (
  own: string,
  sector: string,
  { includeTestData, hasLiveEvents }: { readonly includeTestData: boolean; readonly hasLiveEvents: boolean },
) => ({
  ...broadcastsQuery(own, sector, includeTestData),
  refetchInterval: hasLiveEvents ? besideSocketMs : limits.broadcastRefetchMs,
});

export const polledConversations = (own: string) => ({
  ...conversationsQuery(own),
  enabled: own !== '',
  refetchInterval: limits.mostRecentRefetchMs,
});
