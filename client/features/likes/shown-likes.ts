// Applies waiting writes to a list of likes.
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { pendingLikeChanges } from './like-writes.ts';
import type { LikesList } from './likes-lists.ts';

export interface ShownLikes {
  readonly likes: readonly ProfileLikeListed[];
  /** The members whose like is not delivered yet, the most recent first. */
  readonly waitingIds: readonly string[];
}

export function shownLikes(
  list: LikesList,
  listed: readonly ProfileLikeListed[],
  writes: readonly Pick<OutboxEntry, 'queue' | 'body'>[],
): ShownLikes {
  const changes = pendingLikeChanges(writes);
  const isGiven = list === 'youlikedprofile';
  const isShown = ({ profile }: ProfileLikeListed): boolean => {
    const { likeType, blocked } = changes.get(profile.profileId) ?? {};
    return blocked !== true && !(isGiven && likeType !== undefined && likeType !== 'LIKE');
  };
  const listedIds = new Set(listed.map(({ profile }) => profile.profileId));
  const added = [...changes].filter(
    ([id, { likeType, blocked }]) => likeType === 'LIKE' && blocked !== true && !listedIds.has(id),
  );
  return { likes: listed.filter(isShown), waitingIds: isGiven ? added.map(([id]) => id).toReversed() : [] };
}
