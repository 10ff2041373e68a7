// Sharing private pictures with single members, for a time or until taken back, and their notifications.
import type { PicGrant } from '#shared/contract/grants.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { isBlockedBetween, lockPair, type Visibility } from '#server/features/visibility/visibility.service.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createGrantsStore, type StoredGrant } from './grants.store.ts';

/** Pictures sent in messages. */
interface SentPictures {
  /** The number of non-public pictures each recipient still has of this sender, and the time of the last. */
  sentBy(senderId: string, publicIds: ReadonlySet<string>): Promise<Map<string, { count: number; newestMs: number }>>;
  /** Removes pictures from the messages to one recipient, or to all. */
  takeBack(senderId: string, isTaken: (pictureId: string) => boolean, recipientId?: string): Promise<void>;
}

export interface GrantsService {
  /** Members who may see pictures that are not public, last shared first; with `viewerId` only that member. */
  list(ownerId: string, viewerId: string | undefined): Promise<PicGrant[]>;
  /** Problems: bad-request for oneself or too many members, not-found for a member the owner cannot see. */
  put(ownerId: string, viewerId: string, lastsMs: number | null): Promise<PicGrant>;
  /** Ends sharing with one member, or with all; succeeds also when nothing was shared. */
  remove(ownerId: string, viewerId: string | undefined): Promise<void>;
  /** Ends grants whose time is over. */
  sweep(): Promise<void>;
}

interface Needs {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
  readonly notifications: NotificationsService;
  readonly sent: SentPictures;
}

/** Ends the grants of two members to each other, inside a write that has locked the pair. */
export const endGrantsBetween = (tx: Tx, a: string, b: string): Promise<void> => createGrantsStore(tx).removeBetween(a, b);

export function createGrantsService(world: World, { visibility, profiles, notifications, sent }: Needs): GrantsService {
  const { bus, clock, limits } = world;
  const store = createGrantsStore(world.db.read);
  const about = (ownerId: string, viewerId: string) => ({ profileId: viewerId, kind: 'grant', aboutProfileId: ownerId }) as const;

  function sendChange(ownerId: string, viewerId: string): void {
    bus.publish({ type: 'deliver', profileId: viewerId, event: { type: 'privatePictures', profileId: ownerId } });
  }

  /** Notifies the members who lost access, and withdraws the notifications that announced it. */
  async function end(removed: (grants: typeof store) => Promise<StoredGrant[]>): Promise<void> {
    const toNotify = await world.db.write(async (tx) => {
      const after: (() => void)[] = [];
      for (const { owner_id, viewer_id } of await removed(createGrantsStore(tx))) {
        after.push(await notifications.withdraw(tx, about(owner_id, viewer_id)));
        after.push(() => sendChange(owner_id, viewer_id));
      }
      return after;
    });
    for (const notify of toNotify) notify();
  }

  async function publicIdsOf(ownerId: string): Promise<Set<string>> {
    return new Set((await profiles.reducedBriefs([ownerId])).get(ownerId)?.profilePicIds);
  }

  async function list(ownerId: string, onlyId: string | undefined): Promise<PicGrant[]> {
    const isWanted = (viewerId: string) =>
      (onlyId === undefined || viewerId === onlyId) && !visibility.isHidden(ownerId, viewerId);
    const granted = new Map((await store.of(ownerId, clock.now())).map((row) => [row.viewer_id, row]));
    const sentTo = await sent.sentBy(ownerId, await publicIdsOf(ownerId));
    const ids = [...new Set([...granted.keys(), ...sentTo.keys()])].filter(isWanted);
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
      if (ownerId === viewerId) throw problem('bad-request', { message: 'profileId: that is yourself.' });
      if (!(await profiles.isVisible(ownerId, viewerId))) throw problem('not-found');
      const tellNew = await world.db.write(async (tx) => {
        const grants = createGrantsStore(tx);
        const nowMs = clock.now();
        await lockPair(world, tx, ownerId, viewerId);
        if (await isBlockedBetween(tx, ownerId, viewerId)) throw problem('not-found');
        const before = await grants.find(ownerId, viewerId, nowMs);
        if (before === null && (await grants.of(ownerId, nowMs)).length >= limits.maxGrants)
          throw problem('bad-request', { message: `Private pictures can be shared with ${limits.maxGrants} members at most.` });
        const until = lastsMs === null ? null : nowMs + lastsMs;
        await grants.put({ owner_id: ownerId, viewer_id: viewerId, until_ms: until, created_ms: before?.created_ms ?? nowMs });
        return before === null ? notifications.add(tx, about(ownerId, viewerId)) : null;
      });
      const [grant] = await list(ownerId, viewerId);
      if (grant === undefined) throw problem('not-found');
      tellNew?.();
      sendChange(ownerId, viewerId);
      return grant;
    },

    async remove(ownerId, viewerId) {
      await end((grants) => grants.remove(ownerId, viewerId));
      const publicIds = await publicIdsOf(ownerId);
      await sent.takeBack(ownerId, (pictureId) => !publicIds.has(pictureId), viewerId);
    },

    async sweep() {
      if (!(await store.hasEnded(clock.now()))) return;
      await end((grants) => grants.removeEnded(clock.now()));
    },
  };
}
