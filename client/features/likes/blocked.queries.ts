// The query for blocked members, and the mutation to unblock or block again.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { likes } from '#shared/contract/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { showReply } from '#client/net/show-reply.ts';
import { cacheLikeReply } from '#client/offline/conversations/forget-member.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { hideMember, memberKeys } from '#client/people/member-queries.ts';
import { likesKey, likesListKeys } from './likes-lists.ts';
import { likeQuery } from './likes.queries.ts';

/** Most recently blocked first, 20 at a time. */
export const blockedQuery = (ownId: string) =>
  infiniteQueryOptions({
    queryKey: [...likesKey, 'blocked', ownId],
    queryFn: ({ pageParam: before, signal }) =>
      call(likes.getLikesByLiker, { params: { id: ownId }, query: { before, blocked: true } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.likesPage ? undefined : page.at(-1)?.tsCreated),
    staleTime: 0,
    enabled: ownId !== '',
  });

/** Refetches the profile, members nearby, conversations and likes. The list of blocked members stays, so that undo is possible. */
export function useSetBlocked(profileId: string) {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (blocked: boolean) =>
      call(likes.putProfileLike, { body: { likerProfileId: ownId, likedProfileId: profileId, blocked } }),
    onSuccess: (stored) => {
      showReply(queries, likeQuery(ownId, profileId).queryKey, stored);
      if (stored.blocked) hideMember(queries, profileId);
      void cacheLikeReply(ownId, stored, profileId).catch(() => undefined);
      for (const queryKey of [...memberKeys(ownId, profileId), ...likesListKeys(ownId)]) invalidate(queries, queryKey);
    },
  });
}
