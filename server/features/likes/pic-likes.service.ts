// Likes of single pictures, with lists for likers and owners.
import type { ProfilePicLike, ProfilePicLikeListed } from '#shared/contract/likes.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createLikesLister } from './listed-likes.ts';
import { createPicLikesStore, type Side } from './pic-likes.store.ts';

export interface PicLikesService {
  /**
   * Problems: not-found for a picture that the caller cannot see, bad-request for a picture of another owner, cannot-like-yourself.
   */
  put(caller: Caller, pictureId: string, ownerId: string, likeType: StoredLikeType): Promise<ProfilePicLike>;
  /** The pictures that a member likes, with their owners' briefs; with `ownerId` only that owner's. */
  likedBy(likerId: string, beforeMs: number | undefined, ownerId?: string): Promise<ProfilePicLikeListed[]>;
  /** The likes of a member's pictures, with the likers' briefs. */
  likesOf(ownerId: string, beforeMs: number | undefined): Promise<ProfilePicLikeListed[]>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
  readonly pictures: PicturesService;
}

export function createPicLikesService(world: World, { visibility, profiles, pictures }: Dependencies): PicLikesService {
  const store = createPicLikesStore(world.db.read);

  const list = createLikesLister(world, profiles);

  const listed = (
    side: Side,
    profileId: string,
    beforeMs: number | undefined,
    ownerId?: string,
  ): Promise<ProfilePicLikeListed[]> =>
    list(beforeMs, {
      read: (page) => store.listed(side, profileId, page, ownerId),
      likeOf: ({ like }) => like,
      otherOf: (like) => (side === 'liker_id' ? like.profilePicProfileId : like.likerProfileId),
      isListed: ({ isShown }, other) => isShown && !visibility.isHidden(profileId, other),
    });

  return {
    async put(caller, pictureId, ownerId, likeType) {
      const picture = await pictures.findPublic(caller, pictureId);
      if (picture.profileId !== ownerId)
        throw problem('bad-request', { message: 'profilePicProfileId: The picture belongs to another profile.' });
      if (ownerId === caller.profileId) throw problem('cannot-like-yourself');
      const like = { likerId: caller.profileId, pictureId, ownerId, likeType, nowMs: world.clock.now() };
      return world.db.write(async (tx) => {
        const likes = createPicLikesStore(tx);
        const before = await likes.find(caller.profileId, pictureId);
        // The owner does not learn of dislikes.
        if ((before?.likeType === 'LIKE') !== (likeType === 'LIKE'))
          publishAfter(world, tx, {
            type: 'deliver',
            profileId: ownerId,
            aboutProfileId: caller.profileId,
            event: { type: 'picLike', profilePicId: pictureId },
          });
        return likes.put(like);
      });
    },

    likedBy: (likerId, beforeMs, ownerId) => listed('liker_id', likerId, beforeMs, ownerId),
    likesOf: (ownerId, beforeMs) => listed('pic_profile_id', ownerId, beforeMs),
  };
}
