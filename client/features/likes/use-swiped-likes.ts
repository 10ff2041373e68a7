// What a deck of members needs of likes: whom the member has not answered yet, and the way to answer.
import { useQueryClient } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { isLikeWrite, isOfLikes, isOpenTo, likeChangesOf, type StoredLikeType } from './like-writes.ts';
import { likeQuery, useChangeLike, useRefusalsTold } from './likes.queries.ts';

export interface SwipedLikes {
  /** Whether somebody is neither liked, disliked nor blocked, as far as this device knows, with what waits on it. */
  readonly isOpen: (profileId: string) => boolean;
  /** Answers once it is stored or safe on this device. Rejects, after saying so in the header, where neither could be. */
  readonly give: (profileId: string, likeType: StoredLikeType) => Promise<void>;
}

const labelOf = { LIKE: 'Like', DISLIKE: 'Dislike', UNDETERMINED: 'Skip' } as const satisfies Record<StoredLikeType, string>;

export function useSwipedLikes(): SwipedLikes {
  const own = useOwnProfileId();
  const queries = useQueryClient();
  const entries = usePending(isOfLikes);
  const change = useChangeLike();
  useRefusalsTold(entries);
  const changes = likeChangesOf(entries.filter(isLikeWrite));
  return {
    isOpen: (profileId) => isOpenTo(queries.getQueryData(likeQuery(own, profileId).queryKey), changes.get(profileId)),
    give: (profileId, likeType) => change(profileId, { likeType }, labelOf[likeType]),
  };
}
