// Queries that refetch at an interval while they are shown, so that they do not depend on the socket alone.
import { limits } from '#shared/rules/limits.ts';
import { refetchAtAge } from '#client/net/refetch-at-age.ts';
import { broadcastsQuery } from '#client/offline/conversations/broadcast-queries.ts';
import { conversationsQuery } from '#client/offline/conversations/conversation-queries.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';

/** The interval with a socket. The socket brings neither distances nor messages that were sent before the subscription. */
const withSocketMs = 60_000;

export const polledSector = (
  ownId: string,
  sector: string,
  { includeTestData, hasLiveEvents }: { readonly includeTestData: boolean; readonly hasLiveEvents: boolean },
) => ({
  ...broadcastsQuery(ownId, sector, includeTestData),
  refetchInterval: refetchAtAge(hasLiveEvents ? withSocketMs : limits.broadcastRefetchMs),
});

export const polledConversations = (ownId: string) => ({
  ...conversationsQuery(ownId),
  enabled: ownId !== '',
  refetchInterval: limits.mostRecentRefetchMs,
});

/** The other member's profile. There is no event when a member who was gone is back. */
export const polledPeer = (id: string) => ({
  ...profileQuery(id),
  staleTime: limits.profileRefetchMs,
  refetchInterval: ({ state }: { readonly state: { readonly status: string } }) =>
    state.status === 'error' && limits.profileRefetchMs,
});
