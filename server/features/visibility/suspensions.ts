// Keeps suspended members and the ends of their suspensions in memory.
import type { World } from '#server/world.ts';
import { createVisibilityStore } from './visibility.store.ts';

export interface Suspensions {
  /** Time in ms; null for a member who is not suspended. */
  untilOf(profileId: string): number | null;
  ids(): readonly string[];
  /** Removes and returns the members whose suspension has ended. */
  removeEnded(): string[];
}

/** Loads all suspensions and applies later changes from the bus. */
export async function openSuspensions({ bus, clock, db }: Pick<World, 'bus' | 'clock' | 'db'>): Promise<Suspensions> {
  const until = await createVisibilityStore(db.read).suspensions(clock.now());
  bus.on('suspensionChanged', ({ profileId, untilMs }) => {
    if (untilMs === null) until.delete(profileId);
    else until.set(profileId, untilMs);
  });
  // Deferred, because the other listeners need the member to be hidden.
  bus.on('profileDeleted', ({ profileId }) => queueMicrotask(() => until.delete(profileId)));

  const untilOf = (profileId: string): number | null => {
    const endMs = until.size === 0 ? undefined : until.get(profileId);
    return endMs !== undefined && endMs > clock.now() ? endMs : null;
  };
  return {
    untilOf,
    ids: () => (until.size === 0 ? [] : [...until.keys()].filter((profileId) => untilOf(profileId) !== null)),
    removeEnded() {
      const ended = [...until.keys()].filter((profileId) => untilOf(profileId) === null);
      for (const profileId of ended) until.delete(profileId);
      return ended;
    },
  };
}
