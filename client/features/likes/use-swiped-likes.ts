// Likes in the pile of cards: whether a member was already judged, and a function to like or dislike.
import { t } from '#client/device/texts.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { isPendingLike, isLikeEntry, isUndecided, pendingLikeChanges } from './like-writes.ts';
import { likeQuery, useChangeLike, useRefusalNotice } from './likes.queries.ts';

export interface SwipedLikes {
  /** True if the member is not liked, disliked or blocked, as far as this device knows. */
  readonly isUndecided: (profileId: string) => boolean;
  /** Resolves when the change is on the server or in the outbox. If both failed, it rejects and the header shows an error. */
  readonly setLike: (profileId: string, likeType: StoredLikeType) => Promise<void>;
}

const labels = { LIKE: 'Like', DISLIKE: 'Dislike', UNDETERMINED: 'Skip' } as const satisfies Record<StoredLikeType, string>;

export function useSwipedLikes(): SwipedLikes {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  const entries = usePending(isLikeEntry);
  const change = useChangeLike();
  useRefusalNotice(entries);
  const changes = pendingLikeChanges(entries.filter(isPendingLike));
  return {
    isUndecided: (profileId) => isUndecided(queries.getQueryData(likeQuery(ownId, profileId).queryKey), changes.get(profileId)),
    setLike: (profileId, likeType) => change(profileId, { likeType }, t(labels[likeType])),
  };
}
