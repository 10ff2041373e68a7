// Query keys of everything that shows another member, for features that change what the server returns about them.
import type { QueryKey } from '@tanstack/react-query';
import { conversationsKey } from '#client/offline/conversations/conversation-queries.ts';
import { profileQuery } from './profiles.queries.ts';

/** The prefix of all queries for members nearby. */
export const nearbyKey = ['nearby'] as const;

/** To be invalidated after a block or unblock of the member, or the deletion of their account. */
export const memberKeys = (ownId: string, profileId: string): readonly QueryKey[] => [
  profileQuery(profileId).queryKey,
  nearbyKey,
  conversationsKey(ownId),
];
