// Who must not see whom: every block of the community in memory, so that each list can ask without a query.
import type { World } from '#server/world.ts';
import { createLikesStore } from './likes.store.ts';

export interface Blocks {
  /** Whether either of the two blocks the other. */
  isApart(a: string, b: string): boolean;
  /** Everybody who blocks this profile or is blocked by it. */
  apartFrom(profileId: string): ReadonlySet<string>;
  isBlockedBy(profileId: string, blockerId: string): boolean;
  /** For a profile that was deleted: nobody is apart from it any more. */
  forget(profileId: string): void;
}

const nobody: ReadonlySet<string> = new Set();

/** Reads all blocks once and follows the bus from then on. */
export async function openBlocks(world: World): Promise<Blocks> {
  const blockedOf = new Map<string, Set<string>>();
  const apart = new Map<string, Set<string>>();
  const blocks = (a: string, b: string) => blockedOf.get(a)?.has(b) === true;

  const set = (blockerId: string, blockedId: string) => {
    setIn(blockedOf, blockerId).add(blockedId);
    setIn(apart, blockerId).add(blockedId);
    setIn(apart, blockedId).add(blockerId);
  };
  const lift = (blockerId: string, blockedId: string) => {
    blockedOf.get(blockerId)?.delete(blockedId);
    if (blocks(blockedId, blockerId)) return;
    apart.get(blockerId)?.delete(blockedId);
    apart.get(blockedId)?.delete(blockerId);
  };

  world.bus.on('blockChanged', ({ blockerId, blockedId, isBlocked }) => (isBlocked ? set : lift)(blockerId, blockedId));
  for (const row of await createLikesStore(world.db.read).everyBlock()) set(row.liker_id, row.liked_id);

  return {
    isApart: (a, b) => apart.get(a)?.has(b) === true,
    apartFrom: (profileId) => apart.get(profileId) ?? nobody,
    isBlockedBy: (profileId, blockerId) => blocks(blockerId, profileId),
    forget(profileId) {
      for (const other of apart.get(profileId) ?? []) {
        apart.get(other)?.delete(profileId);
        blockedOf.get(other)?.delete(profileId);
      }
      apart.delete(profileId);
      blockedOf.delete(profileId);
    },
  };
}

function setIn(map: Map<string, Set<string>>, key: string): Set<string> {
  const found = map.get(key);
  if (found) return found;
  const made = new Set<string>();
  map.set(key, made);
  return made;
}
