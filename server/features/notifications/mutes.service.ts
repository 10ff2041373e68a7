// The conversations that a member muted, on all their devices. Others do not learn of it.
import type { Mute } from '#shared/contract/mutes.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import { isBlockedBetween, lockPair, type Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createMutesStore } from './mutes.store.ts';

export interface MutesService {
  list(profileId: string): Promise<Mute[]>;
  /**
   * Mutes a conversation for `lastsMs`. Null mutes it until it is unmuted, and 0 unmutes it. Returns all muted conversations.
   * Problems: bad-request for oneself or for too many mutes, not-found for a hidden member.
   */
  put(profileId: string, peerId: string, lastsMs: number | null): Promise<Mute[]>;
}

interface Dependencies {
  readonly profiles: Pick<ProfilesService, 'isVisible'>;
  readonly visibility: Pick<Visibility, 'suspendedUntil'>;
}

export function createMutesService(world: World, { profiles, visibility }: Dependencies): MutesService {
  const { clock, db, limits } = world;

  /** Leaves out mutes of suspended members, who look deleted. */
  async function mutesOf(profileId: string, store = createMutesStore(db.read)): Promise<Mute[]> {
    const mutes = await store.of(profileId, clock.now());
    return mutes.filter((mute) => visibility.suspendedUntil(mute.profileId) === null);
  }

  return {
    list: (profileId) => mutesOf(profileId),

    async put(profileId, peerId, lastsMs) {
      if (profileId === peerId) throw problem('bad-request', { message: 'profileId: You cannot mute yourself.' });
      if (!(await profiles.isVisible(profileId, peerId))) throw problem('not-found');
      await db.write(async (tx) => {
        const mutes = createMutesStore(tx);
        const nowMs = clock.now();
        await lockPair({ db }, tx, profileId, peerId);
        // Otherwise simultaneous calls could together exceed the limit.
        await db.lock(tx, `mutes:${profileId}`);
        if (await isBlockedBetween(tx, profileId, peerId)) throw problem('not-found');
        publishAfter(world, tx, { type: 'deliver', profileId, event: { type: 'mutes' } });
        if (lastsMs === 0) return mutes.remove(profileId, peerId);
        const others = (await mutesOf(profileId, mutes)).filter((mute) => mute.profileId !== peerId);
        if (others.length >= limits.maxMutes)
          throw problem('bad-request', { message: `${limits.maxMutes} conversations can be muted at most.` });
        return mutes.put({ profile_id: profileId, peer_id: peerId, until_ms: lastsMs === null ? null : nowMs + lastsMs });
      });
      return mutesOf(profileId);
    },
  };
}
