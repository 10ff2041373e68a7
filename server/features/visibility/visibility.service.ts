// Visibility between members: hidden by a block between the two, or because the other one is suspended.
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { openBlocks } from './blocks.ts';
import { openSuspensions } from './suspensions.ts';
import { createVisibilityStore } from './visibility.store.ts';

export { isBlockedBetween, lockPair } from './pairs.store.ts';

/** A suspended member is hidden from all others as if they blocked them; to the suspended member the others stay visible. */
export interface Visibility {
  /** True when the viewer must not see the other: either blocks the other, or the other is suspended. */
  isHidden(viewerId: string, otherId: string): boolean;
  /** Every profile that is hidden from the viewer. */
  hiddenFrom(viewerId: string): ReadonlySet<string>;
  /** True when the other looks to the viewer like a deleted account: the other blocks the viewer, or is suspended. */
  isBlockedBy(viewerId: string, otherId: string): boolean;
  /** Time in ms; null for a member who is not suspended. */
  suspendedUntil(profileId: string): number | null;
  suspendedIds(): readonly string[];
  /** Problem: suspended. */
  demandUnsuspended(caller: Pick<Caller, 'profileId'>): void;
  /** The members whose suspension has ended since the last call. */
  takeEndedSuspensions(): string[];
}

/** Reads blocks and suspensions once and follows the bus from then on. */
export async function openVisibility(world: Pick<World, 'bus' | 'clock' | 'db'>): Promise<Visibility> {
  const suspensions = await openSuspensions(world);
  const blocks = await openBlocks(world);
  const isSuspendedFor = (viewerId: string, profileId: string) =>
    viewerId !== profileId && suspensions.untilOf(profileId) !== null;
  return {
    isHidden: (viewerId, otherId) => blocks.areBetween(viewerId, otherId) || isSuspendedFor(viewerId, otherId),
    hiddenFrom(viewerId) {
      const suspended = suspensions.ids().filter((profileId) => profileId !== viewerId);
      return suspended.length === 0 ? blocks.around(viewerId) : new Set([...blocks.around(viewerId), ...suspended]);
    },
    isBlockedBy: (viewerId, otherId) => blocks.isBlockedBy(viewerId, otherId) || isSuspendedFor(viewerId, otherId),
    suspendedUntil: suspensions.untilOf,
    suspendedIds: suspensions.ids,
    demandUnsuspended({ profileId }) {
      if (suspensions.untilOf(profileId) !== null) throw problem('suspended');
    },
    takeEndedSuspensions: suspensions.takeEnded,
  };
}

/** The end of a member's suspension as a running write sees it; null for a member who is not suspended. */
export async function suspendedUntilIn(tx: Tx, profileId: string, nowMs: number): Promise<number | null> {
  return (await createVisibilityStore(tx).suspensions(nowMs)).get(profileId) ?? null;
}
