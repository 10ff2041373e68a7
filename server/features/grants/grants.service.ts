// Shares a member's private pictures with other members, for a time or until the owner stops it.
import type { PicGrant } from '#shared/contract/grants.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import { isBlockedBetween, lockPair, type Visibility } from '#server/features/visibility/visibility.service.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { SettingsService } from '#server/features/settings/settings.service.ts';
import { createGrantsStore, type StoredGrant } from './grants.store.ts';

/** Private pictures that a member sent in messages, also those that can be viewed once and were not. */
interface SentPictures {
  /** For each recipient, how many private pictures the sender has sent and not taken back, and the time of the newest. */
  sentBy(senderId: string, publicIds: ReadonlySet<string>): Promise<Map<string, { count: number; newestMs: number }>>;
  /** Removes them from the sender's messages to one recipient, or to all. */
  takeBackPrivate(senderId: string, publicIds: ReadonlySet<string>, recipientId?: string): Promise<void>;
}

export interface GrantsService {
  /** The members who can see the owner's private pictures, the most recent first; with `viewerId` only that member. */
  list(ownerId: string, viewerId: string | undefined): Promise<PicGrant[]>;
  /**
   * Shares with a member. If nobody could see the private pictures, it also sets that members with a grant can. Problems: bad-request
   * for the owner themselves or too many members, not-found for a member whom the owner cannot see.
   */
  put(ownerId: string, viewerId: string, lastsMs: number | null): Promise<PicGrant>;
  /** Ends sharing with one member, or with all. Succeeds even if nothing was shared. */
  remove(ownerId: string, viewerId: string | undefined): Promise<void>;
  /** Ends expired grants. */
  sweep(): Promise<void>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
  readonly notifications: NotificationsService;
  readonly sent: SentPictures;
  readonly settings: Pick<SettingsService, 'admitGranted'>;
}

/** How many grants one transaction ends: a few milliseconds of work. */
const endedAtOnce = 50;

/** Ends the grants between two members. The caller's transaction has locked the pair. */
export const endGrantsBetween = (tx: Tx, a: string, b: string): Promise<void> => createGrantsStore(tx).removeBetween(a, b);

export function createGrantsService(
  world: World,
  { visibility, profiles, notifications, sent, settings }: Dependencies,
): GrantsService {
  const { clock, limits } = world;
  const store = createGrantsStore(world.db.read);
  const notificationOf = (ownerId: string, viewerId: string) =>
    ({ profileId: viewerId, kind: 'grant', aboutProfileId: ownerId }) as const;

  function publishChange(tx: Tx, ownerId: string, viewerId: string): void {
    const event = { type: 'privatePictures', profileId: ownerId } as const;
    publishAfter(world, tx, { type: 'deliver', profileId: viewerId, aboutProfileId: ownerId, event });
  }

  /** Ends grants, sends an event to the members who lost access, and withdraws their notifications. */
  async function end(remove: (grants: typeof store) => Promise<StoredGrant[]>): Promise<void> {
    await world.db.write(async (tx) => {
      for (const { owner_id, viewer_id } of await remove(createGrantsStore(tx))) {
        await notifications.withdraw(tx, notificationOf(owner_id, viewer_id));
        publishChange(tx, owner_id, viewer_id);
      }
    });
  }

  async function publicIdsOf(ownerId: string): Promise<Set<string>> {
    return new Set((await profiles.reducedBriefs([ownerId])).get(ownerId)?.profilePicIds);
  }

  async function list(ownerId: string, onlyViewerId: string | undefined): Promise<PicGrant[]> {
    const isListed = (viewerId: string) =>
      (onlyViewerId === undefined || viewerId === onlyViewerId) && !visibility.isHidden(ownerId, viewerId);
    const granted = new Map((await store.of(ownerId, clock.now())).map((row) => [row.viewer_id, row]));
    const sentTo = await sent.sentBy(ownerId, await publicIdsOf(ownerId));
    const ids = [...new Set([...granted.keys(), ...sentTo.keys()])].filter(isListed);
    const briefs = await profiles.reducedBriefs(ids);
    const newestMs = (id: string) => Math.max(granted.get(id)?.created_ms ?? 0, sentTo.get(id)?.newestMs ?? 0);
    return ids
      .toSorted((a, b) => newestMs(b) - newestMs(a))
      .flatMap((profileId) => {
        const [profile, grant] = [briefs.get(profileId), granted.get(profileId)];
        if (profile === undefined) return [];
        const times = { tsGranted: grant?.created_ms ?? null, tsUntil: grant?.until_ms ?? null };
        const picturesSent = sentTo.get(profileId)?.count ?? 0;
        return [{ profileId, profile, isGranted: grant !== undefined, ...times, picturesSent }];
      });
  }

  return {
    list,

    async put(ownerId, viewerId, lastsMs) {
      if (ownerId === viewerId) throw problem('bad-request', { message: 'profileId: You cannot share pictures with yourself.' });
      if (!(await profiles.isVisible(ownerId, viewerId))) throw problem('not-found');
      await world.db.write(async (tx) => {
        const grants = createGrantsStore(tx);
        const nowMs = clock.now();
        await lockPair(world, tx, ownerId, viewerId);
        // Otherwise simultaneous calls could together exceed the limit.
        await world.db.lock(tx, `grants:${ownerId}`);
        if (await isBlockedBetween(tx, ownerId, viewerId)) throw problem('not-found');
        const before = await grants.find(ownerId, viewerId, nowMs);
        // Suspended members do not count, since they look deleted.
        const others = before === null ? await grants.of(ownerId, nowMs) : [];
        if (others.filter(({ viewer_id }) => visibility.suspendedUntil(viewer_id) === null).length >= limits.maxGrants)
          throw problem('bad-request', { message: `Private pictures can be shared with ${limits.maxGrants} members at most.` });
        const until = lastsMs === null ? null : nowMs + lastsMs;
        await grants.put({ owner_id: ownerId, viewer_id: viewerId, until_ms: until, created_ms: before?.created_ms ?? nowMs });
        if (before === null) await notifications.add(tx, notificationOf(ownerId, viewerId));
        await settings.admitGranted(tx, ownerId);
        publishChange(tx, ownerId, viewerId);
      });
      const [grant] = await list(ownerId, viewerId);
      if (grant === undefined) throw problem('not-found');
      return grant;
    },

    async remove(ownerId, viewerId) {
      await end((grants) => grants.remove(ownerId, viewerId));
      await sent.takeBackPrivate(ownerId, await publicIdsOf(ownerId), viewerId);
    },

    async sweep() {
      for (let count = endedAtOnce; count >= endedAtOnce;) {
        const ended = await store.ended(clock.now(), endedAtOnce);
        count = ended.length;
        if (count > 0) await end((grants) => grants.removeEnded(ended, clock.now()));
      }
    },
  };
}
