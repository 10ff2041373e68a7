// Decides who is hidden from whom. A block hides two members from each other, a suspension hides one from everybody.
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { openBlocks, type Blocks } from './blocks.ts';
import { openSuspensions } from './suspensions.ts';
import { createVisibilityStore } from './visibility.store.ts';

export { isBlockedBetween, lockPair } from './pairs.store.ts';
export { neverMs } from './visibility.store.ts';

export interface Visibility {
  /** True when the viewer must not see the other: either blocks the other, or the other is suspended. */
  isHidden(viewerId: string, otherId: string): boolean;
  /** The members hidden from the viewer. The set of blocks is not copied for each call, so it changes later. */
  hiddenFrom(viewerId: string): readonly ReadonlySet<string>[];
  /** True if the viewer must take the other for a deleted account, because the other blocks them or is suspended. */
  isBlockedBy(viewerId: string, otherId: string): boolean;
  /** The blocks without suspensions: a member whom a suspended one blocks must not learn of the suspension. */
  readonly blocks: Pick<Blocks, 'existsBetween' | 'isBlockedBy'>;
  /** Time in ms; null for a member who is not suspended. */
  suspendedUntil(profileId: string): number | null;
  /** Problem: suspended. */
  requireUnsuspended(caller: Pick<Caller, 'profileId'>): void;
  /** Removes and returns the members whose suspension has ended. */
  removeEndedSuspensions(): string[];
}

/** Loads blocks and suspensions and applies later changes from the bus. */
export async function openVisibility(world: Pick<World, 'bus' | 'clock' | 'db'>): Promise<Visibility> {
  const suspensions = await openSuspensions(world);
  const blocks = await openBlocks(world);
  const isSuspendedFor = (viewerId: string, profileId: string) =>
    viewerId !== profileId && suspensions.untilOf(profileId) !== null;
  return {
    isHidden: (viewerId, otherId) => blocks.existsBetween(viewerId, otherId) || isSuspendedFor(viewerId, otherId),
    hiddenFrom(viewerId) {
      const suspended = suspensions.ids();
      const others = suspended.length === 0 ? [] : [new Set(suspended.filter((profileId) => profileId !== viewerId))];
      return [blocks.blockedOrBlocking(viewerId), ...others];
    },
    isBlockedBy: (viewerId, otherId) => blocks.isBlockedBy(viewerId, otherId) || isSuspendedFor(viewerId, otherId),
    blocks,
    suspendedUntil: suspensions.untilOf,
    requireUnsuspended({ profileId }) {
      if (suspensions.untilOf(profileId) !== null) throw problem('suspended');
    },
    removeEndedSuspensions: suspensions.removeEnded,
  };
}

/** Read inside a write, in ms; null for a member who is not suspended. */
export async function storedSuspensionEnd(tx: Tx, profileId: string, nowMs: number): Promise<number | null> {
  return (await createVisibilityStore(tx).suspensions(nowMs, profileId)).get(profileId) ?? null;
}
