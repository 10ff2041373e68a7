// Likes and blocks of profiles: checks, storage, and notifications after the commit.
import type { ProfileLike, ProfileLikeListed } from '#shared/contract/likes.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { endGrantsBetween } from '#server/features/grants/grants.service.ts';
import type { AfterCommit, NotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { lockPair, type Visibility } from '#server/features/visibility/visibility.service.ts';
import { createLikesStore, type LikesPage, type StoredLikeType } from './likes.store.ts';

export interface LikesService {
  /** The like as one of the two members may see it. Problem: forbidden for anyone else. */
  find(viewerId: string, likerId: string, likedId: string): Promise<ProfileLike>;
  /** Stores what is given and keeps the rest. Problems: cannot-like-yourself, not-found for somebody who is not visible. */
  put(
    likerId: string,
    likedId: string,
    change: { likeType?: StoredLikeType | undefined; blocked?: boolean | undefined },
  ): Promise<ProfileLike>;
  /** Inside a write: one member blocks the other, with all consequences of a block. Call the returned function after the commit. */
  blockIn(tx: Tx, blockerId: string, blockedId: string): Promise<AfterCommit>;
  likedBy(likerId: string, beforeMs: number | undefined): Promise<ProfileLikeListed[]>;
  blockedBy(likerId: string, beforeMs: number | undefined): Promise<ProfileLikeListed[]>;
  /** Ids of all profiles that a profile likes or dislikes. */
  ratedBy(likerId: string): Promise<string[]>;
  likersOf(likedId: string, beforeMs: number | undefined): Promise<ProfileLikeListed[]>;
}

interface Needs {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
  readonly notifications: NotificationsService;
}

export function createLikesService(world: World, { visibility, profiles, notifications }: Needs): LikesService {
  const store = createLikesStore(world.db.read);
  const none = (likerId: string, likedId: string): ProfileLike => ({
    likerProfileId: likerId,
    likedProfileId: likedId,
    likeType: 'UNDETERMINED',
    blocked: false,
    tsCreated: 0,
  });

  /** Reads on until a page is full of likes whose other member may be shown. */
  async function listed(
    read: (page: LikesPage) => Promise<ProfileLike[]>,
    otherOf: (like: ProfileLike) => string,
    mayShow: (otherId: string) => boolean,
    beforeMs = Number.MAX_SAFE_INTEGER,
  ): Promise<ProfileLikeListed[]> {
    const size = world.limits.likesPage;
    const shown: ProfileLikeListed[] = [];
    let before = beforeMs;
    for (;;) {
      const likes = await read({ beforeMs: before, size });
      const wanted = likes.filter((like) => mayShow(otherOf(like)));
      const briefs = await profiles.reducedBriefs(wanted.map(otherOf));
      for (const like of wanted) {
        const profile = briefs.get(otherOf(like));
        if (profile && shown.length < size) shown.push({ ...like, profile });
      }
      const last = likes.at(-1);
      if (shown.length >= size || likes.length < size || !last) return shown;
      before = last.tsCreated;
    }
  }

  return {
    async find(viewerId, likerId, likedId) {
      if (viewerId !== likerId && viewerId !== likedId) throw problem('forbidden');
      const like = await store.find(likerId, likedId);
      if (viewerId === likerId) return like && !visibility.isBlockedBy(likerId, likedId) ? like : none(likerId, likedId);
      // A LIKE is the only type disclosed to the liked member.
      return like?.likeType === 'LIKE' && !visibility.isHidden(likedId, likerId)
        ? { ...like, blocked: false }
        : none(likerId, likedId);
    },

    async put(likerId, likedId, change) {
      if (likerId === likedId) throw problem('cannot-like-yourself');
      if (!(await profiles.isVisible(likerId, likedId))) throw problem('not-found');
      const nowMs = world.clock.now();

      const { like, wasBlocked, toNotify } = await world.db.write(async (tx) => {
        const likes = createLikesStore(tx);
        const before = (await likes.find(likerId, likedId)) ?? none(likerId, likedId);
        const likeType = change.likeType ?? (before.likeType === 'ERROR' ? 'UNDETERMINED' : before.likeType);
        const stored = await likes.put({ likerId, likedId, likeType, isBlocked: change.blocked ?? before.blocked, nowMs });
        const becameLike = likeType === 'LIKE' && before.likeType !== 'LIKE';
        const lostLike = likeType !== 'LIKE' && before.likeType === 'LIKE';
        const after: (() => void)[] = [];
        if (stored.blocked) {
          await endSharing(tx, likerId, likedId);
        } else if (becameLike) {
          const isMutual = (await likes.find(likedId, likerId))?.likeType === 'LIKE';
          const kind = isMutual ? 'mutual' : 'like';
          after.push(await notifications.add(tx, { profileId: likedId, kind, aboutProfileId: likerId }));
          if (isMutual) after.push(await notifications.add(tx, { profileId: likerId, kind, aboutProfileId: likedId }));
          after.push(() => sendLike(likedId, likerId, 'LIKE', isMutual));
        } else if (lostLike) {
          after.push(await notifications.withdraw(tx, { profileId: likedId, kind: 'like', aboutProfileId: likerId }));
          after.push(() => sendLike(likedId, likerId, 'UNDETERMINED', false));
        }
        return { like: stored, wasBlocked: before.blocked, toNotify: after };
      });

      if (like.blocked !== wasBlocked)
        world.bus.publish({ type: 'blockChanged', blockerId: likerId, blockedId: likedId, isBlocked: like.blocked });
      // A suspended member may take a like back, but the other is not notified.
      if (!visibility.isHidden(likedId, likerId)) for (const notify of toNotify) notify();
      return like;
    },

    async blockIn(tx, blockerId, blockedId) {
      const likes = createLikesStore(tx);
      const before = (await likes.find(blockerId, blockedId)) ?? none(blockerId, blockedId);
      const likeType = before.likeType === 'ERROR' ? 'UNDETERMINED' : before.likeType;
      const like = { likerId: blockerId, likedId: blockedId, likeType, isBlocked: true, nowMs: world.clock.now() };
      await likes.put(like);
      await endSharing(tx, blockerId, blockedId);
      return () => {
        if (!before.blocked) world.bus.publish({ type: 'blockChanged', blockerId, blockedId, isBlocked: true });
      };
    },

    likedBy: (likerId, beforeMs) =>
      listed(
        (page) => store.likedBy(likerId, page),
        (like) => like.likedProfileId,
        (other) => !visibility.isHidden(likerId, other),
        beforeMs,
      ),

    blockedBy: (likerId, beforeMs) =>
      listed(
        (page) => store.blockedBy(likerId, page),
        (like) => like.likedProfileId,
        (other) => !visibility.isBlockedBy(likerId, other),
        beforeMs,
      ),

    ratedBy: (likerId) => store.ratedBy(likerId),

    likersOf: (likedId, beforeMs) =>
      listed(
        (page) => store.likersOf(likedId, page),
        (like) => like.likerProfileId,
        (other) => !visibility.isHidden(likedId, other),
        beforeMs,
      ).then((likes) => likes.map((like) => ({ ...like, blocked: false }))),
  };

  /** Removes the notifications and grants of two members about and for each other. */
  async function endSharing(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
    await lockPair(world, tx, blockerId, blockedId);
    await notifications.removeBetween(tx, blockerId, blockedId);
    await endGrantsBetween(tx, blockerId, blockedId);
  }

  function sendLike(likedId: string, likerId: string, likeType: 'LIKE' | 'UNDETERMINED', isMutual: boolean): void {
    world.bus.publish({
      type: 'deliver',
      profileId: likedId,
      event: { type: 'like', likerProfileId: likerId, likeType, isMutual },
    });
  }
}
