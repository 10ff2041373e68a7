// Suspended members and the ends of their suspensions, in memory.
import type { World } from '#server/world.ts';
import { createVisibilityStore } from './visibility.store.ts';

export interface Suspensions {
  /** Time in ms; null for a member who is not suspended. */
  untilOf(profileId: string): number | null;
  /** The members who are suspended now. */
  ids(): readonly string[];
  /** The members whose suspension has ended since the last call. */
  takeEnded(): string[];
}

/** Reads them once and follows the bus from then on. They end by the clock alone, also for a member who left. */
export async function openSuspensions({ bus, clock, db }: Pick<World, 'bus' | 'clock' | 'db'>): Promise<Suspensions> {
  const until = await createVisibilityStore(db.read).suspensions(clock.now());
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
    ids: () => (until.size === 0 ? [] : [...until.keys()].filter((profileId) => untilOf(profileId) !== null)),
    takeEnded() {
      const ended = [...until.keys()].filter((profileId) => untilOf(profileId) === null);
      for (const profileId of ended) until.delete(profileId);
      return ended;
    },
  };
}
