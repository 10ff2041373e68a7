// Likes and blocks between profiles, with checks and notifications.
import type { ProfileLike, ProfileLikeListed } from '#shared/contract/likes.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import { endGrantsBetween } from '#server/features/grants/grants.service.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { lockPair, type Visibility } from '#server/features/visibility/visibility.service.ts';
import { createLikesStore } from './likes.store.ts';
import { createLikesLister } from './listed-likes.ts';

export interface LikesService {
  /** The like as the viewer may see it. Problem: forbidden if the viewer is neither of the two members. */
  find(viewerId: string, likerId: string, likedId: string): Promise<ProfileLike>;
  /**
   * Fields that are not given stay as they are. Problems: cannot-like-yourself, not-found for a member who is hidden from the liker. Even
   * then, a given `blocked` is stored.
   */
  put(
    likerId: string,
    likedId: string,
    change: { likeType?: StoredLikeType | undefined; blocked?: boolean | undefined },
  ): Promise<ProfileLike>;
  /** Blocks a member as part of a transaction. */
  blockIn(tx: Tx, blockerId: string, blockedId: string): Promise<void>;
  likedBy(likerId: string, beforeMs: number | undefined): Promise<ProfileLikeListed[]>;
  blockedBy(likerId: string, beforeMs: number | undefined): Promise<ProfileLikeListed[]>;
  /** Ids of the profiles that a member likes or dislikes. */
  ratedBy(likerId: string): Promise<string[]>;
  likersOf(likedId: string, beforeMs: number | undefined): Promise<ProfileLikeListed[]>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
  readonly notifications: NotificationsService;
}

export function createLikesService(world: World, { visibility, profiles, notifications }: Dependencies): LikesService {
  const store = createLikesStore(world.db.read);
  const none = (likerId: string, likedId: string): ProfileLike => ({
    likerProfileId: likerId,
    likedProfileId: likedId,
    likeType: 'UNDETERMINED',
    blocked: false,
    tsCreated: 0,
  });

  const list = createLikesLister(world, profiles);
  const likeOf = (like: ProfileLike) => like;
  const likedOf = (like: ProfileLike) => like.likedProfileId;

  return {
    async find(viewerId, likerId, likedId) {
      if (viewerId !== likerId && viewerId !== likedId) throw problem('forbidden');
      const like = await store.find(likerId, likedId);
      if (viewerId === likerId) return like && !visibility.isBlockedBy(likerId, likedId) ? like : none(likerId, likedId);
      // The liked member may only learn of a LIKE.
      return like?.likeType === 'LIKE' && !visibility.isHidden(likedId, likerId) && (await profiles.nameOf(likerId)) !== ''
        ? { ...like, blocked: false }
        : none(likerId, likedId);
    },

    async put(likerId, likedId, change) {
      if (likerId === likedId) throw problem('cannot-like-yourself');
      const { blocked } = change;
      if (!(await profiles.isVisible(likerId, likedId))) {
        // Not awaited, because the time of the answer would tell hidden members from deleted ones.
        if (blocked !== undefined)
          void storeHiddenBlock(likerId, likedId, blocked).catch((error: unknown) =>
            world.log.error({ err: error }, 'a block could not be stored'),
          );
        throw problem('not-found');
      }
      const nowMs = world.clock.now();

      const like = await world.db.write(async (tx) => {
        await lockPair(world, tx, likerId, likedId);
        const likes = createLikesStore(tx);
        const others = await likes.find(likedId, likerId);
        if (others?.blocked) {
          if (blocked !== undefined) await storeBlock(tx, likerId, likedId, blocked);
          return null;
        }
        const before = (await likes.find(likerId, likedId)) ?? none(likerId, likedId);
        const likeType = change.likeType ?? (before.likeType === 'ERROR' ? 'UNDETERMINED' : before.likeType);
        const stored = await likes.put({ likerId, likedId, likeType, isBlocked: change.blocked ?? before.blocked, nowMs });
        const becameLike = likeType === 'LIKE' && before.likeType !== 'LIKE';
        const lostLike = likeType !== 'LIKE' && before.likeType === 'LIKE';
        publishBlock(tx, stored, before);
        if (stored.blocked) {
          await endSharing(tx, likerId, likedId);
        } else if (becameLike) {
          const isMutual = others?.likeType === 'LIKE';
          const kind = isMutual ? 'mutual' : 'like';
          await notifications.add(tx, { profileId: likedId, kind, aboutProfileId: likerId });
          if (isMutual) await notifications.add(tx, { profileId: likerId, kind, aboutProfileId: likedId });
          publishLike(tx, likedId, likerId, 'LIKE', isMutual);
        } else if (lostLike) {
          await notifications.withdraw(tx, { profileId: likedId, kind: 'like', aboutProfileId: likerId });
          if (others?.likeType === 'LIKE') await withdrawMutual(tx, likerId, likedId);
          publishLike(tx, likedId, likerId, 'UNDETERMINED', false);
        }
        return stored;
      });
      if (like === null) throw problem('not-found');
      return like;
    },

    async blockIn(tx, blockerId, blockedId) {
      await lockPair(world, tx, blockerId, blockedId);
      await storeBlock(tx, blockerId, blockedId, true);
    },

    likedBy: (likerId, beforeMs) =>
      list(beforeMs, {
        read: (page) => store.likedBy(likerId, page),
        likeOf,
        otherOf: likedOf,
        isListed: (_like, other) => !visibility.isHidden(likerId, other),
      }),

    blockedBy: (likerId, beforeMs) =>
      list(beforeMs, {
        read: (page) => store.blockedBy(likerId, page),
        likeOf,
        otherOf: likedOf,
        isListed: (_like, other) => !visibility.isBlockedBy(likerId, other),
      }),

    ratedBy: (likerId) => store.ratedBy(likerId),

    likersOf: (likedId, beforeMs) =>
      list(beforeMs, {
        read: (page) => store.likersOf(likedId, page),
        likeOf: (like) => ({ ...like, blocked: false }),
        otherOf: (like) => like.likerProfileId,
        isListed: (_like, other) => !visibility.isHidden(likedId, other),
      }),
  };

  /** The transaction has locked the pair. */
  async function storeBlock(tx: Tx, blockerId: string, blockedId: string, isBlocked: boolean): Promise<void> {
    const likes = createLikesStore(tx);
    const before = (await likes.find(blockerId, blockedId)) ?? none(blockerId, blockedId);
    const likeType = before.likeType === 'ERROR' ? 'UNDETERMINED' : before.likeType;
    const stored = await likes.put({ likerId: blockerId, likedId: blockedId, likeType, isBlocked, nowMs: world.clock.now() });
    if (isBlocked) await endSharing(tx, blockerId, blockedId);
    publishBlock(tx, stored, before);
  }

  /**
   * For a member who is hidden from the blocker, because they have no name, are suspended or block the blocker. The block must hold when
   * that ends.
   */
  async function storeHiddenBlock(blockerId: string, blockedId: string, isBlocked: boolean): Promise<void> {
    if (!(await profiles.reducedBriefs([blockedId])).has(blockedId)) return;
    await world.db.write(async (tx) => {
      await lockPair(world, tx, blockerId, blockedId);
      await storeBlock(tx, blockerId, blockedId, isBlocked);
    });
  }

  /**
   * Publishes a block that begins or ends, and one that was stored by a call whose commit was not confirmed: nothing was published then, so
   * it is not in memory. A block that this process knows may still be unknown to another one.
   */
  function publishBlock(tx: Tx, stored: ProfileLike, before: ProfileLike): void {
    const { likerProfileId: blockerId, likedProfileId: blockedId, blocked: isBlocked } = stored;
    const isKnown = isBlocked === before.blocked && isBlocked === visibility.blocks.isBlockedBy(blockedId, blockerId);
    if (!isKnown) publishAfter(world, tx, { type: 'blockChanged', blockerId, blockedId, isBlocked });
    else if (isBlocked) publishAfter(world, tx, { type: 'foundStored' });
  }

  /** Removes the notifications of both members that they like each other. */
  async function withdrawMutual(tx: Tx, a: string, b: string): Promise<void> {
    await notifications.withdraw(tx, { profileId: a, kind: 'mutual', aboutProfileId: b });
    await notifications.withdraw(tx, { profileId: b, kind: 'mutual', aboutProfileId: a });
  }

  /** Removes the notifications, mutes and grants between two members. The transaction has locked the pair. */
  async function endSharing(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
    await notifications.removeBetween(tx, blockerId, blockedId);
    await endGrantsBetween(tx, blockerId, blockedId);
  }

  /** The event is not delivered if the liker is hidden from the other member, such as a suspended one who takes back a like. */
  function publishLike(tx: Tx, likedId: string, likerId: string, likeType: 'LIKE' | 'UNDETERMINED', isMutual: boolean): void {
    publishAfter(world, tx, {
      type: 'deliver',
      profileId: likedId,
      aboutProfileId: likerId,
      event: { type: 'like', likerProfileId: likerId, likeType, isMutual },
    });
  }
}
