// Writes that take a number of the server's order, and tell of it in that order: a database may answer a later commit first.
import type { Db, Tx } from '#server/db/open.ts';

/** What one member, or those who listen to one sector, are told once the commit is through. */
export interface Telling {
  /** A profile id, or what `sectorLine` makes of a sector. */
  readonly profileId: string;
  readonly tell: () => void;
}

/** Whoever listens to a sector hears of it in the order of its numbers too. */
export const sectorLine = (sector: string): string => `sector:${sector}`;

interface Slot {
  /** Null until the write has ended. */
  tell: (() => void) | null;
}

export type OrderedWrite = <T extends { readonly told: readonly Telling[] }>(
  profileIds: readonly string[],
  work: (tx: Tx, sequence: number) => Promise<T>,
) => Promise<T>;

/** A member who has heard of a number has heard of every lower one of his that this process wrote: reconnects count on it. */
export function createOrderedWrites(db: Db): OrderedWrite {
  const lines = new Map<string, Slot[]>();

  function leave(profileId: string, slot: Slot): void {
    const line = (lines.get(profileId) ?? []).filter((other) => other !== slot);
    if (line.length === 0) lines.delete(profileId);
    else lines.set(profileId, line);
  }

  function advance(profileId: string): void {
    const line = lines.get(profileId) ?? [];
    while (line[0]?.tell) line.shift()?.tell?.();
    if (line.length === 0) lines.delete(profileId);
  }

  return async (profileIds, work) => {
    const slots = new Map<string, Slot>();
    const settle = (told: readonly Telling[]) => {
      for (const [profileId, slot] of slots) {
        slot.tell = () => told.forEach((one) => one.profileId === profileId && one.tell());
        advance(profileId);
      }
    };
    try {
      const result = await db.write(async (tx) => {
        await db.lock(tx, ...profileIds);
        const sequence = await db.nextSequence(tx);
        // A transaction may be run again: its earlier number is nobody's.
        for (const [profileId, slot] of slots) leave(profileId, slot);
        for (const profileId of profileIds) {
          const slot: Slot = { tell: null };
          slots.set(profileId, slot);
          lines.set(profileId, [...(lines.get(profileId) ?? []), slot]);
        }
        return work(tx, sequence);
      });
      settle(result.told);
      return result;
    } catch (error) {
      settle([]);
      throw error;
    }
  };
}
