// Likes for the swipe deck: which members have no like or dislike yet, and a function to like or dislike one.
import { useQueryClient } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { isLikeWrite, isOfLikes, isOpenTo, likeChangesOf, type StoredLikeType } from './like-writes.ts';
import { likeQuery, useChangeLike, useRefusalsTold } from './likes.queries.ts';

export interface SwipedLikes {
  /** True for a member neither liked, disliked nor blocked, as far as this device knows, waiting writes included. */
  readonly isOpen: (profileId: string) => boolean;
  /** Resolves once it is stored on the server or in the outbox. If both failed it shows so in the header and rejects. */
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
