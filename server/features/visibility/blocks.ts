// Keeps all blocks between members in memory, so that lists need no query.
import type { World } from '#server/world.ts';
import { createVisibilityStore } from './visibility.store.ts';

export interface Blocks {
  /** True when either of the two blocks the other. */
  existsBetween(a: string, b: string): boolean;
  /** The profiles that block this one or are blocked by it. */
  blockedOrBlocking(profileId: string): ReadonlySet<string>;
  isBlockedBy(profileId: string, blockerId: string): boolean;
}

const noProfiles: ReadonlySet<string> = new Set();

/** Loads all blocks and applies later changes from the bus. */
export async function openBlocks({ bus, db }: Pick<World, 'bus' | 'db'>): Promise<Blocks> {
  const blockedOf = new Map<string, Set<string>>();
  const blockedOrBlocking = new Map<string, Set<string>>();
  const blocks = (a: string, b: string) => blockedOf.get(a)?.has(b) === true;

  const block = (blockerId: string, blockedId: string) => {
    addedSet(blockedOf, blockerId).add(blockedId);
    addedSet(blockedOrBlocking, blockerId).add(blockedId);
    addedSet(blockedOrBlocking, blockedId).add(blockerId);
  };
  const unblock = (blockerId: string, blockedId: string) => {
    blockedOf.get(blockerId)?.delete(blockedId);
    if (blocks(blockedId, blockerId)) return;
    blockedOrBlocking.get(blockerId)?.delete(blockedId);
    blockedOrBlocking.get(blockedId)?.delete(blockerId);
  };
  const forget = (profileId: string) => {
    for (const other of blockedOrBlocking.get(profileId) ?? []) {
      blockedOrBlocking.get(other)?.delete(profileId);
      blockedOf.get(other)?.delete(profileId);
    }
    blockedOrBlocking.delete(profileId);
    blockedOf.delete(profileId);
  };

  bus.on('blockChanged', ({ blockerId, blockedId, isBlocked }) => (isBlocked ? block : unblock)(blockerId, blockedId));
  // Deferred, because other listeners need the blocks to publish the deletion.
  bus.on('profileDeleted', ({ profileId }) => queueMicrotask(() => forget(profileId)));
  for (const row of await createVisibilityStore(db.read).blocks()) block(row.liker_id, row.liked_id);

  return {
    existsBetween: (a, b) => blockedOrBlocking.get(a)?.has(b) === true,
    blockedOrBlocking: (profileId) => blockedOrBlocking.get(profileId) ?? noProfiles,
    isBlockedBy: (profileId, blockerId) => blocks(blockerId, profileId),
  };
}

function addedSet(map: Map<string, Set<string>>, key: string): Set<string> {
  const found = map.get(key);
  if (found) return found;
  const added = new Set<string>();
  map.set(key, added);
  return added;
}
