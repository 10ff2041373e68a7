// A list of likes with the waiting writes applied.
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { likeChangesOf } from './like-writes.ts';
import type { LikesList } from './likes-lists.ts';

export interface ShownLikes {
  readonly likes: readonly ProfileLikeListed[];
  /** Members liked on this device and not delivered yet, last liked first. */
  readonly waitingIds: readonly string[];
}

export function shownLikes(
  list: LikesList,
  listed: readonly ProfileLikeListed[],
  writes: readonly Pick<OutboxEntry, 'queue' | 'body'>[],
): ShownLikes {
  const changes = likeChangesOf(writes);
  const isLikedList = list === 'youlikedprofile';
  const stays = ({ profile }: ProfileLikeListed): boolean => {
    const { likeType, blocked } = changes.get(profile.profileId) ?? {};
    return blocked !== true && !(isLikedList && likeType !== undefined && likeType !== 'LIKE');
  };
  const known = new Set(listed.map(({ profile }) => profile.profileId));
  const added = [...changes].filter(([id, { likeType, blocked }]) => likeType === 'LIKE' && blocked !== true && !known.has(id));
  return { likes: listed.filter(stays), waitingIds: isLikedList ? added.map(([id]) => id).toReversed() : [] };
}
