// All blocks of the community in memory, so that lists need no query for them.
import type { World } from '#server/world.ts';
import { createVisibilityStore } from './visibility.store.ts';

export interface Blocks {
  /** True when either of the two blocks the other. */
  areBetween(a: string, b: string): boolean;
  /** Every profile that blocks this one or is blocked by it. */
  around(profileId: string): ReadonlySet<string>;
  isBlockedBy(profileId: string, blockerId: string): boolean;
}

const nobody: ReadonlySet<string> = new Set();

/** Reads all blocks once and follows the bus from then on. */
export async function openBlocks({ bus, db }: Pick<World, 'bus' | 'db'>): Promise<Blocks> {
  const blockedOf = new Map<string, Set<string>>();
  const around = new Map<string, Set<string>>();
  const blocks = (a: string, b: string) => blockedOf.get(a)?.has(b) === true;

  const set = (blockerId: string, blockedId: string) => {
    setIn(blockedOf, blockerId).add(blockedId);
    setIn(around, blockerId).add(blockedId);
    setIn(around, blockedId).add(blockerId);
  };
  const lift = (blockerId: string, blockedId: string) => {
    blockedOf.get(blockerId)?.delete(blockedId);
    if (blocks(blockedId, blockerId)) return;
    around.get(blockerId)?.delete(blockedId);
    around.get(blockedId)?.delete(blockerId);
  };
  const forget = (profileId: string) => {
    for (const other of around.get(profileId) ?? []) {
      around.get(other)?.delete(profileId);
      blockedOf.get(other)?.delete(profileId);
    }
    around.delete(profileId);
    blockedOf.delete(profileId);
  };

  bus.on('blockChanged', ({ blockerId, blockedId, isBlocked }) => (isBlocked ? set : lift)(blockerId, blockedId));
  // Listens last: other listeners still ask about blocks while they publish the deletion.
  bus.on('profileDeleted', ({ profileId }) => queueMicrotask(() => forget(profileId)));
  for (const row of await createVisibilityStore(db.read).blocks()) set(row.liker_id, row.liked_id);

  return {
    areBetween: (a, b) => around.get(a)?.has(b) === true,
    around: (profileId) => around.get(profileId) ?? nobody,
    isBlockedBy: (profileId, blockerId) => blocks(blockerId, profileId),
  };
}

function setIn(map: Map<string, Set<string>>, key: string): Set<string> {
  const found = map.get(key);
  if (found) return found;
  const made = new Set<string>();
  map.set(key, made);
  return made;
}
