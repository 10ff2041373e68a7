// The queries of everything that shows another member. Features use them when they change what the server says about members.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { conversationsKey } from '#client/offline/conversations/cached-messages.ts';
import { changeData } from '#client/net/change-data.ts';
import { withoutMember } from '#client/offline/stored-lists.ts';
import { profileQuery } from './profiles.queries.ts';

/** The first part of the keys of all queries for members nearby. */
export const nearbyKey = ['nearby'] as const;

/** Invalidate these after the member was blocked or unblocked, or deleted their account. */
export const memberKeys = (ownId: string, profileId: string): readonly QueryKey[] => [
  profileQuery(profileId).queryKey,
  nearbyKey,
  conversationsKey(ownId),
];

/** The first parts of the keys of all lists of members. */
const nounsOfLists: readonly unknown[] = [...nearbyKey, 'conversations', 'broadcasts', 'notifications', 'mutes', 'likes'];

/**
 * Removes a member from the lists in memory, as `unlistMember` does on the device, because a refetch may fail. The list of blocked
 * members stays as it is. The lists keep their age.
 */
export function hideMember(queries: QueryClient, profileId: string): void {
  const isList = ({ queryKey: [noun, list] }: { queryKey: QueryKey }) => nounsOfLists.includes(noun) && list !== 'blocked';
  // The parameters of pages may be undefined, which JSON does not have.
  const without = (data: object): object => {
    if (!('pages' in data)) return withoutMember(data, profileId);
    const pages = withoutMember(data.pages, profileId);
    return pages === data.pages ? data : { ...data, pages };
  };
  // Lists are objects.
  changeData<object>(queries, { predicate: isList }, without);
}
