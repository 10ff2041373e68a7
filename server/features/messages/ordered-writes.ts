// Writes with a number of the server's sequence, and notifications in that order even when a later commit is answered first.
import type { Db, Tx } from '#server/db/open.ts';

/** Sent to one member, or to members who watch one sector, after the commit. */
export interface AfterCommitNotification {
  /** A profile id, or the key that `sectorOrderKey` makes of a sector. */
  readonly orderKey: string;
  readonly notify: () => void;
}

/** The watchers of a sector receive its messages in the order of their numbers too. */
export const sectorOrderKey = (sector: string): string => `sector:${sector}`;

interface Slot {
  /** Null until the write has ended. */
  notify: (() => void) | null;
}

export type OrderedWrite = <T extends { readonly toNotify: readonly AfterCommitNotification[] }>(
  orderKeys: readonly string[],
  work: (tx: Tx, sequence: number) => Promise<T>,
) => Promise<T>;

/** A member who received a number has received every lower one of theirs that this process wrote: reconnects rely on it. */
export function createOrderedWrites(db: Db): OrderedWrite {
  const queues = new Map<string, Slot[]>();

  function leave(orderKey: string, slot: Slot): void {
    const queue = (queues.get(orderKey) ?? []).filter((other) => other !== slot);
    if (queue.length === 0) queues.delete(orderKey);
    else queues.set(orderKey, queue);
  }

  function advance(orderKey: string): void {
    const queue = queues.get(orderKey) ?? [];
    while (queue[0]?.notify) queue.shift()?.notify?.();
    if (queue.length === 0) queues.delete(orderKey);
  }

  return async (orderKeys, work) => {
    const slots = new Map<string, Slot>();
    const settle = (toNotify: readonly AfterCommitNotification[]) => {
      for (const [orderKey, slot] of slots) {
        slot.notify = () => toNotify.forEach((one) => one.orderKey === orderKey && one.notify());
        advance(orderKey);
      }
    };
    try {
      const result = await db.write(async (tx) => {
        await db.lock(tx, ...orderKeys);
        const sequence = await db.nextSequence(tx);
        // A transaction may run again: the slots of its earlier number are given up.
        for (const [orderKey, slot] of slots) leave(orderKey, slot);
        for (const orderKey of orderKeys) {
          const slot: Slot = { notify: null };
          slots.set(orderKey, slot);
          queues.set(orderKey, [...(queues.get(orderKey) ?? []), slot]);
        }
        return work(tx, sequence);
      });
      settle(result.toNotify);
      return result;
    } catch (error) {
      settle([]);
      throw error;
    }
  };
}
