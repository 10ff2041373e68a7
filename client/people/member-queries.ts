// The query keys of everything that shows another member. Features use them when they change what the server says about members.
import type { QueryKey } from '@tanstack/react-query';
import { conversationsKey } from '#client/offline/conversations/cached-messages.ts';
import { profileQuery } from './profiles.queries.ts';

/** The first part of the keys of all queries for members nearby. */
export const nearbyKey = ['nearby'] as const;

/** Invalidate these after the member was blocked or unblocked, or deleted their account. */
export const memberKeys = (ownId: string, profileId: string): readonly QueryKey[] => [
  profileQuery(profileId).queryKey,
  nearbyKey,
  conversationsKey(ownId),
];
