// Applies delivered likes of pictures to the cached lists of liked pictures on this device, even if no page is open.
import type { QueryKey } from '@tanstack/react-query';
import type { ProfilePicLike } from '#shared/contract/likes.ts';
import { changeLists } from './stored-lists.ts';

/** The query key of the ids of a profile's pictures that the member likes. It starts like those of all lists of likes. */
export const likedPicsKey = (own: string, profileId: string): QueryKey => ['likes', 'pics-of', own, profileId];

/** The ids of a profile's liked pictures after the member has rated one. */
export const withPicLike = (ids: readonly string[], { profilePicId, likeType }: ProfilePicLike): string[] => [
  ...ids.filter((id) => id !== profilePicId),
  ...(likeType === 'LIKE' ? [profilePicId] : []),
];

export const cachePicLike = (own: string, like: ProfilePicLike): Promise<void> =>
  changeLists<readonly string[]>(own, JSON.stringify(likedPicsKey(own, like.profilePicProfileId)), (ids) =>
    withPicLike(ids, like),
  );
