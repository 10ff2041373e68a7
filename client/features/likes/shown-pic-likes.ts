// The list of liked pictures, with the writes that the server has not answered yet.
import type { ProfilePicLikeListed } from '#shared/contract/likes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

/** A like that is not delivered yet. */
export interface PendingPicLike {
  readonly profilePicId: string;
  readonly profilePicProfileId: string;
}

export interface ShownPicLikes {
  readonly likes: readonly ProfilePicLikeListed[];
  /** Newest first. */
  readonly waiting: readonly PendingPicLike[];
}

export function shownPicLikes(
  listed: readonly ProfilePicLikeListed[],
  writes: readonly Pick<OutboxEntry, 'body'>[],
): ShownPicLikes {
  const changes = new Map(writes.map(({ body }) => [picLikeOf(body).profilePicId, picLikeOf(body)]));
  const isLiked = ({ likeType }: ReturnType<typeof picLikeOf>): boolean => likeType === 'LIKE';
  const listedIds = new Set(listed.map(({ profilePicId }) => profilePicId));
  return {
    likes: listed.filter(({ profilePicId }) => {
      const change = changes.get(profilePicId);
      return change === undefined || isLiked(change);
    }),
    waiting: [...changes.values()].filter((change) => isLiked(change) && !listedIds.has(change.profilePicId)).toReversed(),
  };
}

/** The body is not validated, because this device wrote it. */
const picLikeOf = (body: unknown): PendingPicLike & { readonly likeType: string } => Object(body);
