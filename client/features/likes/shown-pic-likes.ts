// The list of liked pictures with pending writes applied.
import type { ProfilePicLikeListed } from '#shared/contract/likes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

/** A like that is not delivered yet. */
export interface WaitingPicLike {
  readonly profilePicId: string;
  readonly profilePicProfileId: string;
}

export interface ShownPicLikes {
  readonly likes: readonly ProfilePicLikeListed[];
  /** Newest first. */
  readonly waiting: readonly WaitingPicLike[];
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

/** The body is not checked, since this device wrote it. */
const picLikeOf = (body: unknown): WaitingPicLike & { readonly likeType: string } => Object(body);
