// Who is suspended and until when, in memory; to others such a member is as if he were not there.
import type { World } from '#server/world.ts';
import type { Blocks } from '#server/features/likes/blocks.service.ts';
import { createCasesStore } from './cases.store.ts';

export interface Suspensions {
  /** Until when, in ms; null for somebody who is not. */
  untilOf(profileId: string): number | null;
  /** Those who are now. */
  everybody(): readonly string[];
  /** Whose time has run out since this was asked last. */
  takeEnded(): string[];
}

/** Reads them once and follows the bus from then on. They end by the clock, with nobody doing anything, also of one who left. */
export async function openSuspensions({ bus, clock, db }: World): Promise<Suspensions> {
  const until = new Map<string, number>();
  for (const { subject_id, sanction_ends_ms } of await createCasesStore(db.read).suspending(clock.now()))
    until.set(subject_id, Math.max(until.get(subject_id) ?? 0, Number(sanction_ends_ms)));
  bus.on('suspensionChanged', ({ profileId, untilMs }) => {
    if (untilMs === null) until.delete(profileId);
    else until.set(profileId, untilMs);
  });

  const untilOf = (profileId: string): number | null => {
    const endMs = until.size === 0 ? undefined : until.get(profileId);
    return endMs !== undefined && endMs > clock.now() ? endMs : null;
  };
  return {
    untilOf,
    everybody: () => (until.size === 0 ? [] : [...until.keys()].filter((profileId) => untilOf(profileId) !== null)),
    takeEnded() {
      const ended = [...until.keys()].filter((profileId) => untilOf(profileId) === null);
      for (const profileId of ended) until.delete(profileId);
      return ended;
    },
  };
}

/**
 * Blocks, and whoever is suspended as well: towards everybody else as if he blocked them, so that he looks like one who left. He
 * himself still sees the others.
 */
export function partedBySuspension(blocks: Blocks, suspensions: Suspensions): Blocks {
  const isAway = (viewerId: string, profileId: string) => viewerId !== profileId && suspensions.untilOf(profileId) !== null;
  return {
    isApart: (viewerId, otherId) => blocks.isApart(viewerId, otherId) || isAway(viewerId, otherId),
    apartFrom(viewerId) {
      const away = suspensions.everybody().filter((profileId) => profileId !== viewerId);
      return away.length === 0 ? blocks.apartFrom(viewerId) : new Set([...blocks.apartFrom(viewerId), ...away]);
    },
    isBlockedBy: (viewerId, otherId) => blocks.isBlockedBy(viewerId, otherId) || isAway(viewerId, otherId),
    forget: (profileId) => blocks.forget(profileId),
  };
}
